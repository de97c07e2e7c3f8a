package otherclients

import (
	"context"
	"crypto/rand"
	"time"

	pool4 "github.com/jackc/pgx/v4/pgxpool"
	clientv3 "go.etcd.io/etcd/client/v3"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type WaterLock struct {
	Bed    int64 `gorm:"primaryKey"`
	Holder string
	Until  time.Time
}

type Bed struct {
	ID     int64
	Litres int
}

// Stores takes locks that are records of its own: nodes, documents and rows.
type Stores struct {
	cli   *clientv3.Client
	pool  *pool4.Pool
	locks *mongo.Collection
	beds  *mongo.Collection
	orm   *gorm.DB
}

func (s *Stores) Node(ctx context.Context, bed, note string) error {
	grant, err := s.cli.Grant(ctx, 20)
	if err != nil {
		return err
	}
	defer s.cli.Revoke(context.WithoutCancel(ctx), grant.ID)
	node := "/water-locks/" + bed
	resp, err := s.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(node), "=", 0)).Then(clientv3.OpPut(node, rand.Text(), clientv3.WithLease(grant.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	_, err = s.pool.Exec(ctx, "UPDATE beds SET note = $2 WHERE name = $1", bed, note) // want unfencedwrite "UPDATE"
	return err
}

// NodeChecked writes into etcd itself, while its node is as it made it.
func (s *Stores) NodeChecked(ctx context.Context, bed, note string) error {
	grant, err := s.cli.Grant(ctx, 20)
	if err != nil {
		return err
	}
	defer s.cli.Revoke(context.WithoutCancel(ctx), grant.ID)
	node, me := "/water-locks/"+bed, rand.Text()
	resp, err := s.cli.Txn(ctx).If(clientv3.Compare(clientv3.CreateRevision(node), "=", 0)).Then(clientv3.OpPut(node, me, clientv3.WithLease(grant.ID))).Commit()
	if err != nil {
		return err
	}
	if !resp.Succeeded {
		return errBusy
	}
	resp, err = s.cli.Txn(ctx).If(clientv3.Compare(clientv3.Value(node), "=", me)).Then(clientv3.OpPut("/beds/"+bed, note)).Commit() // silent: the owner is compared
	if err == nil && !resp.Succeeded {
		err = errBusy
	}
	return err
}

func (s *Stores) Document(ctx context.Context, bed string, litres int) error {
	me := rand.Text()
	_, err := s.locks.InsertOne(ctx, bson.M{"_id": bed, "owner": me, "until": time.Now().Add(time.Minute)})
	if mongo.IsDuplicateKeyError(err) {
		return errBusy
	}
	if err != nil {
		return err
	}
	defer s.locks.DeleteOne(context.WithoutCancel(ctx), bson.M{"_id": bed, "owner": me})
	_, err = s.beds.UpdateOne(ctx, bson.M{"_id": bed}, bson.M{"$set": bson.M{"litres": litres}}) // want unfencedwrite "(?i)update"
	return err
}

func (s *Stores) Row(ctx context.Context, bed int64, litres int) error {
	me := rand.Text()
	db := s.orm.WithContext(ctx)
	res := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&WaterLock{Bed: bed, Holder: me, Until: time.Now().Add(time.Minute)})
	if res.Error != nil {
		return res.Error
	}
	if res.RowsAffected == 0 {
		return errBusy
	}
	defer db.Where("bed = ? AND holder = ?", bed, me).Delete(&WaterLock{})
	if err := db.Model(&Bed{}).Where("id = ?", bed).Update("litres", litres).Error; err != nil { // want unfencedwrite "(?i)update"
		return err
	}
	return db.Create(&Bed{Litres: litres}).Error // silent: an insert
}
