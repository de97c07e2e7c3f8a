// Package appendonly makes only such writes under its lock as replace nothing
// newer. It is silent from the first line to the last.
package appendonly

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/bsm/redislock"
	"github.com/redis/go-redis/v9"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type Entry struct {
	ID   int64
	Text string
}

type Journal struct {
	locker *redislock.Client
	rdb    *redis.Client
	db     *sql.DB
	orm    *gorm.DB
	docs   *mongo.Collection
}

// Rotate appends, inserts if absent, deletes, fills caches and counts.
func (j *Journal) Rotate(ctx context.Context, day, text string) error {
	lock, err := j.locker.Obtain(ctx, "journal:"+day, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if _, err := j.db.ExecContext(ctx, "INSERT INTO journal (day, body) VALUES ($1, $2)", day, text); err != nil { // silent: append only
		return err
	}
	if _, err := j.db.ExecContext(ctx, "INSERT INTO days (day) VALUES ($1) ON CONFLICT (day) DO NOTHING", day); err != nil { // silent: insert if absent
		return err
	}
	if _, err := j.db.ExecContext(ctx, "INSERT INTO archive SELECT * FROM journal WHERE day < $1", day); err != nil { // silent: append only
		return err
	}
	if _, err := j.db.ExecContext(ctx, "DELETE FROM journal WHERE day < $1", day); err != nil { // silent: a delete
		return err
	}
	if err := j.orm.WithContext(ctx).Create(&Entry{Text: text}).Error; err != nil { // silent: append only
		return err
	}
	if err := j.orm.WithContext(ctx).Clauses(clause.OnConflict{DoNothing: true}).Create(&Entry{ID: 1, Text: text}).Error; err != nil { // silent: insert if absent
		return err
	}
	_, err = j.docs.InsertOne(ctx, bson.M{"_id": day, "text": text}) // silent: insert if absent
	if mongo.IsDuplicateKeyError(err) {
		err = nil
	}
	return errors.Join(err, j.show(ctx, day, text))
}

func (j *Journal) show(ctx context.Context, day, text string) error {
	pipe := j.rdb.Pipeline()
	pipe.Set(ctx, "journal-page:"+day, text, time.Hour)                              // silent: a cache fill with a TTL
	pipe.SetEx(ctx, "journal-head", text, time.Minute)                               // silent: a cache fill with a TTL
	pipe.Del(ctx, "journal-index")                                                   // silent: a delete
	pipe.Incr(ctx, "journal-rotations")                                              // silent: a metric
	pipe.RPush(ctx, "journal-days", day)                                             // silent: append only
	pipe.XAdd(ctx, &redis.XAddArgs{Stream: "journal", Values: []string{"day", day}}) // silent: append only
	pipe.Publish(ctx, "journal", day)                                                // silent: a message
	_, err := pipe.Exec(ctx)
	return err
}

// Show does it with the lock held here.
func (j *Journal) Show(ctx context.Context, day, text string) error {
	lock, err := j.locker.Obtain(ctx, "journal-show:"+day, 30*time.Second, nil)
	if err != nil {
		return err
	}
	defer lock.Release(context.WithoutCancel(ctx))
	if err := j.show(ctx, day, text); err != nil { // silent: nothing that lasts is replaced
		return err
	}
	_, err = j.rdb.SetNX(ctx, "journal-first-shown:"+day, time.Now().UnixNano(), 0).Result() // silent: insert if absent
	return err
}
