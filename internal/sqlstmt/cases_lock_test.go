package sqlstmt

// lockCases are the statements of job queues, lease tables, elections and session locks.
var lockCases = []parseCase{
	// Job queues.
	{"claim by subselect", `UPDATE jobs SET status = 'running', locked_by = $1, locked_at = NOW(), attempts = attempts + 1
WHERE id = (
  SELECT id FROM jobs WHERE status = 'pending' AND run_at <= NOW()
  ORDER BY priority DESC, run_at
  FOR UPDATE SKIP LOCKED LIMIT 1
) RETURNING id, payload`, []string{
		`UPDATE jobs has-where returning for-update skip-locked limit args=1 calls=now`,
		`set status := L['running']`,
		`set locked_by := P[$1]#0`,
		`set locked_at := T[NOW()]`,
		`set attempts := S[attempts + 1]`,
		`where id = Q[( SELECT id FROM jobs WHERE status = 'pending' AND run_at <= NOW() ORDER BY priority DESC, run_at FOR UPDATE SKIP LOCKED LIMIT 1 )]{SELECT jobs has-where for-update skip-locked limit args=1 calls=now; where status = L['pending']; where run_at <= T[NOW()]}`,
	}},
	{"claim by CTE", `WITH next AS MATERIALIZED (
  SELECT id FROM jobs WHERE queue = $1 AND state = 'available' ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED
)
UPDATE jobs AS j SET state = 'running', attempted_by = array_append(j.attempted_by, $3) FROM next WHERE next.id = j.id RETURNING j.*`, []string{
		`UPDATE jobs has-where returning for-update skip-locked limit args=3 calls=array_append`,
		`set state := L['running']`,
		`set attempted_by := E[array_append(j.attempted_by, $3)]#2`,
		`where id = C[next.id]=id`,
		`with {SELECT jobs has-where for-update skip-locked limit args=3; where queue = P[$1]#0; where state = L['available']}`,
	}},
	{"claim of SQL Server", `WITH next AS (SELECT TOP(1) * FROM dbo.Jobs WITH (UPDLOCK, READPAST, ROWLOCK) WHERE Status = 'Queued' ORDER BY Id) UPDATE next SET Status = 'Running' OUTPUT inserted.Id`, []string{
		`UPDATE jobs has-where returning for-update skip-locked limit`,
		`set status := L['Running']`,
		`where status = L['Queued']`,
		`with {SELECT jobs has-where for-update skip-locked limit; where status = L['Queued']}`,
	}},
	{"dequeue of SQL Server", `UPDATE TOP (1) dbo.Queue WITH (ROWLOCK, READPAST) SET Taken = 1 OUTPUT inserted.Id, inserted.Body WHERE Taken = 0`, []string{
		`UPDATE queue has-where returning skip-locked limit`,
		`set taken := L[1]`,
		`where taken = L[0]`,
	}},
	{"claim with LIMIT", `UPDATE jobs SET worker = ?, claimed_at = UTC_TIMESTAMP() WHERE worker IS NULL AND queue IN (?, ?) ORDER BY id LIMIT 1`, []string{
		`UPDATE jobs has-where limit args=3 calls=utc_timestamp`,
		`set worker := P[?]#0`,
		`set claimed_at := T[UTC_TIMESTAMP()]`,
		`where worker IS NULL N[NULL]`,
		`where queue IN E[(?, ?)] {P[?]#1; P[?]#2}`,
	}},
	{"heartbeat", `UPDATE jobs SET heartbeat_at = now() WHERE id = $1 AND worker_id = $2 AND state = 'running'`, []string{
		`UPDATE jobs has-where args=2 calls=now`,
		`set heartbeat_at := T[now()]`,
		`where id = P[$1]#0`,
		`where worker_id = P[$2]#1`,
		`where state = L['running']`,
	}},
	{"requeue the dead", `UPDATE jobs SET worker_id = NULL, state = 'available' WHERE state = 'running' AND heartbeat_at < now() - $1::interval`, []string{
		`UPDATE jobs has-where args=1 calls=now`,
		`set worker_id := N[NULL]`,
		`set state := L['available']`,
		`where state = L['running']`,
		`where heartbeat_at < T[now() - $1::interval]#0`,
	}},
	{"complete", `UPDATE jobs SET done_at = now(), result = $3 WHERE id = $1 AND claimed_by = $2`, []string{
		`UPDATE jobs has-where args=3 calls=now`,
		`set done_at := T[now()]`,
		`set result := P[$3]#2`,
		`where id = P[$1]#0`,
		`where claimed_by = P[$2]#1`,
	}},
	{"delete a batch", `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE done_at IS NOT NULL ORDER BY id LIMIT 1000)`, []string{
		`DELETE jobs has-where limit`,
		`where id IN Q[(SELECT id FROM jobs WHERE done_at IS NOT NULL ORDER BY id LIMIT 1000)]{SELECT jobs has-where limit; where done_at IS NOT NULL N[NULL]}`,
	}},
	{"fetch with lock", `SELECT id, payload FROM jobs WHERE state = ? ORDER BY id LIMIT 10 FOR UPDATE SKIP LOCKED`, []string{
		`SELECT jobs has-where for-update skip-locked limit args=1`,
		`where state = P[?]#0`,
	}},
	{"unique job", `INSERT INTO jobs (kind, key, args) VALUES ($1, $2, $3) ON CONFLICT (kind, key) WHERE state IN ('available', 'running') DO NOTHING RETURNING id`, []string{
		`INSERT jobs returning args=3`,
		`set kind := P[$1]#0`,
		`set key := P[$2]#1`,
		`set args := P[$3]#2`,
		`conflict nothing (kind,key)`,
	}},

	// Lease and lock tables.
	{"take a free or dead lease", `UPDATE locks SET owner = $1, expires_at = now() + interval '30 seconds' WHERE name = $2 AND (owner IS NULL OR expires_at < now())`, []string{
		`UPDATE locks has-where args=2 calls=now`,
		`set owner := P[$1]#0`,
		`set expires_at := T[now() + interval '30 seconds']`,
		`where name = P[$2]#1`,
		`where owner IS NULL N[NULL] |1.1`,
		`where expires_at < T[now()] |1.2`,
	}},
	{"quoted lease", `UPDATE "public"."leases" AS l SET "holder" = $1, "expires_at" = NOW() + $2 * INTERVAL '1 second' WHERE l."name" = $3 AND (l."holder" = $1 OR l."expires_at" < NOW())`, []string{
		`UPDATE leases has-where args=3 calls=now`,
		`set holder := P[$1]#0`,
		`set expires_at := T[NOW() + $2 * INTERVAL '1 second']#1`,
		`where name = P[$3]#2`,
		`where holder = P[$1]#0 |1.1`,
		`where expires_at < T[NOW()] |1.2`,
	}},
	{"insert or take over", `INSERT INTO "Locks" ("Name", "Owner") VALUES ($1, $2) ON CONFLICT ("Name") DO UPDATE SET "Owner" = EXCLUDED."Owner" WHERE "Locks"."ExpiresAt" < now() OR "Locks"."Owner" = EXCLUDED."Owner" RETURNING "Owner" = $2`, []string{
		`INSERT locks returning args=2 calls=now`,
		`set name := P[$1]#0`,
		`set owner := P[$2]#1`,
		`conflict update (name)`,
		`conflict set owner := X[EXCLUDED."Owner"]=owner`,
		`conflict where expiresat < T[now()] |1.1`,
		`conflict where owner = X[EXCLUDED."Owner"]=owner |1.2`,
	}},
	{"ShedLock", `INSERT INTO shedlock (name, lock_until, locked_at, locked_by) VALUES (:name, :lockUntil, :now, :lockedBy) ON CONFLICT (name) DO UPDATE SET lock_until = :lockUntil, locked_at = :now, locked_by = :lockedBy WHERE shedlock.lock_until <= :now`, []string{
		`INSERT shedlock`,
		`set name := P[:name]=name`,
		`set lock_until := P[:lockUntil]=lockUntil`,
		`set locked_at := P[:now]=now`,
		`set locked_by := P[:lockedBy]=lockedBy`,
		`conflict update (name)`,
		`conflict set lock_until := P[:lockUntil]=lockUntil`,
		`conflict set locked_at := P[:now]=now`,
		`conflict set locked_by := P[:lockedBy]=lockedBy`,
		`conflict where lock_until <= P[:now]=now`,
	}},
	{"insert if absent", `INSERT INTO locks (name, owner, expires_at) VALUES ($1, $2, $3) ON CONFLICT (name) DO NOTHING`, []string{
		`INSERT locks args=3`,
		`set name := P[$1]#0`,
		`set owner := P[$2]#1`,
		`set expires_at := P[$3]#2`,
		`conflict nothing (name)`,
	}},
	{"insert where not exists", `INSERT INTO locks (name, owner) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM locks WHERE name = $1)`, []string{
		`INSERT locks has-where args=2`,
		`set name := P[$1]#0`,
		`set owner := P[$2]#1`,
		`where  NOT EXISTS Q[(SELECT 1 FROM locks WHERE name = $1)]{SELECT locks has-where args=2; where name = P[$1]#0}`,
	}},
	{"insert where not exists of SQL Server", `IF NOT EXISTS (SELECT 1 FROM locks WHERE name = @p1) INSERT INTO locks (name) VALUES (@p1) ELSE UPDATE locks SET n = n + 1 WHERE name = @p1`, []string{
		`INSERT locks args=1`,
		`set name := P[@p1]#0=p1`,
		`where  NOT EXISTS Q[(SELECT 1 FROM locks WHERE name = @p1)]{SELECT locks has-where args=1; where name = P[@p1]#0=p1}`,
		`rest {UPDATE locks has-where args=1; set n := S[n + 1]; where name = P[@p1]#0=p1}`,
	}},
	{"update or insert of SQL Server", `UPDATE locks SET owner = @p1 WHERE name = @p2 IF @@ROWCOUNT = 0 INSERT INTO locks (name, owner) VALUES (@p2, @p1)`, []string{
		`UPDATE locks has-where args=2`,
		`set owner := P[@p1]#0=p1`,
		`where name = P[@p2]#1=p2`,
		`rest {INSERT locks args=2; set name := P[@p2]#1=p2; set owner := P[@p1]#0=p1}`,
	}},
	{"CTE that inserts", `WITH ins AS (INSERT INTO locks (name, owner) VALUES ($1,$2) ON CONFLICT (name) DO NOTHING RETURNING owner) SELECT owner FROM ins UNION ALL SELECT owner FROM locks WHERE name = $1`, []string{
		`SELECT ins args=2`,
		`with {INSERT locks returning args=2; set name := P[$1]#0; set owner := P[$2]#1; conflict nothing (name)}`,
	}},
	{"merge of SQL Server", `MERGE INTO [dbo].[locks] WITH (HOLDLOCK) AS target
USING (VALUES (@p1, @p2, @p3)) AS source ([name], [owner], [expires]) ON target.[name] = source.[name]
WHEN MATCHED AND target.[expires] < SYSUTCDATETIME() THEN UPDATE SET [owner] = source.[owner], [expires] = source.[expires]
WHEN NOT MATCHED THEN INSERT ([name], [owner], [expires]) VALUES (source.[name], source.[owner], source.[expires])
OUTPUT $action, inserted.[owner];`, []string{
		`MERGE locks has-where returning args=3 calls=sysutcdatetime`,
		`set owner := X[source.[owner]]=owner`,
		`set expires := X[source.[expires]]=expires`,
		`where name = X[source.[name]]=name`,
		`where expires < T[SYSUTCDATETIME()]`,
		`conflict update`,
		`conflict set owner := X[source.[owner]]=owner`,
		`conflict set expires := X[source.[expires]]=expires`,
		`conflict where expires < T[SYSUTCDATETIME()]`,
	}},
	{"release by owner", `DELETE FROM locks WHERE name = ? AND owner = ? LIMIT 1`, []string{
		`DELETE locks has-where limit args=2`,
		`where name = P[?]#0`,
		`where owner = P[?]#1`,
	}},
	{"release by name", `DELETE FROM locks WHERE name = $1`, []string{
		`DELETE locks has-where args=1`,
		`where name = P[$1]#0`,
	}},
	{"clear", `UPDATE job_locks SET owner = NULL, expires_at = NULL WHERE name = $1 AND owner = $2`, []string{
		`UPDATE job_locks has-where args=2`,
		`set owner := N[NULL]`,
		`set expires_at := N[NULL]`,
		`where name = P[$1]#0`,
		`where owner = P[$2]#1`,
	}},
	{"renew blindly", `UPDATE locks SET expires_at = $2 WHERE name = $1`, []string{
		`UPDATE locks has-where args=2`,
		`set expires_at := P[$2]#1`,
		`where name = P[$1]#0`,
	}},
	{"owner of a lock", `SELECT owner, fence FROM locks WHERE name = $1 FOR NO KEY UPDATE`, []string{
		`SELECT locks has-where for-update args=1`,
		`where name = P[$1]#0`,
	}},
	{"next fence", `INSERT INTO fences (name, n) VALUES ($1, 1) ON CONFLICT (name) DO UPDATE SET n = fences.n + 1 RETURNING n`, []string{
		`INSERT fences returning args=1`,
		`set name := P[$1]#0`,
		`set n := L[1]`,
		`conflict update (name)`,
		`conflict set n := S[fences.n + 1]`,
	}},
	{"table of locks", `CREATE TABLE IF NOT EXISTS public.locks (name text primary key, owner text not null, expires_at timestamptz default now())`, []string{
		`OTHER locks calls=now`,
	}},

	// Leader election rows.
	{"election of MySQL", `INSERT INTO leader_election (anchor, service_id, last_seen_active) VALUES (1, ?, NOW()) ON DUPLICATE KEY UPDATE service_id = IF(last_seen_active < NOW() - INTERVAL 20 SECOND, VALUES(service_id), service_id), last_seen_active = IF(service_id = VALUES(service_id), VALUES(last_seen_active), last_seen_active)`, []string{
		`INSERT leader_election args=1 calls=now,if`,
		`set anchor := L[1]`,
		`set service_id := P[?]#0`,
		`set last_seen_active := T[NOW()]`,
		`conflict update`,
		`conflict set service_id := X[VALUES(service_id)]=service_id if last_seen_active < T[NOW() - INTERVAL 20 SECOND]`,
		`conflict set last_seen_active := X[VALUES(last_seen_active)]=last_seen_active if service_id = X[VALUES(service_id)]=service_id`,
		`conflict where last_seen_active < T[NOW() - INTERVAL 20 SECOND]`,
		`conflict where service_id = X[VALUES(service_id)]=service_id`,
	}},
	{"election by row", `UPDATE leader_election SET leader_id = ?, last_seen = CURRENT_TIMESTAMP WHERE anchor = 1 AND (leader_id = ? OR last_seen < DATE_SUB(NOW(), INTERVAL 30 SECOND))`, []string{
		`UPDATE leader_election has-where args=2 calls=date_sub,now`,
		`set leader_id := P[?]#0`,
		`set last_seen := T[CURRENT_TIMESTAMP]`,
		`where anchor = L[1]`,
		`where leader_id = P[?]#1 |1.1`,
		`where last_seen < T[DATE_SUB(NOW(), INTERVAL 30 SECOND)] |1.2`,
	}},
	{"term", `UPDATE leader SET node = $1, term = term + 1, until = now() + make_interval(secs => $2) WHERE id = 1 AND term = $3 AND until < now()`, []string{
		`UPDATE leader has-where args=3 calls=now,make_interval`,
		`set node := P[$1]#0`,
		`set term := S[term + 1]`,
		`set until := T[now() + make_interval(secs => $2)]#1`,
		`where id = L[1]`,
		`where term = P[$3]#2`,
		`where until < T[now()]`,
	}},
	{"resign", `DELETE FROM leader USING nodes n WHERE leader.node = n.id AND n.name = $1`, []string{
		`DELETE leader has-where args=1`,
		`where node = C[n.id]=id`,
		`where x.name = P[$1]#0`,
	}},

	// Outbox.
	{"move", `WITH moved AS (DELETE FROM outbox WHERE id = ANY($1::bigint[]) AND claimed_by = $2 RETURNING *) INSERT INTO archive SELECT * FROM moved`, []string{
		`INSERT archive args=2`,
		`with {DELETE outbox has-where returning args=2; where id IN P[$1::bigint[]]#0; where claimed_by = P[$2]#1}`,
	}},
	{"mark sent", "UPDATE outbox SET sent_at = now() WHERE id IN (\ufffc) AND sent_at IS NULL", []string{
		`UPDATE outbox has-where calls=now`,
		`set sent_at := T[now()]`,
		"where id IN P[(\ufffc)] {P[\ufffc]}",
		`where sent_at IS NULL N[NULL]`,
	}},
	{"drain", `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED) RETURNING *`, []string{
		`DELETE outbox has-where returning for-update skip-locked limit`,
		`where id IN Q[(SELECT id FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 100 FOR UPDATE SKIP LOCKED)]{SELECT outbox has-where for-update skip-locked limit; where sent_at IS NULL N[NULL]}`,
	}},
	{"enqueue", `INSERT INTO outbox (topic, payload, created_at) VALUES (?, ?, CURRENT_TIMESTAMP)`, []string{
		`INSERT outbox args=2`,
		`set topic := P[?]#0`,
		`set payload := P[?]#1`,
		`set created_at := T[CURRENT_TIMESTAMP]`,
	}},
	{"offset", `INSERT INTO offsets (consumer, topic, pos) VALUES ($1, $2, $3) ON CONFLICT ON CONSTRAINT offsets_pk DO UPDATE SET pos = GREATEST(offsets.pos, EXCLUDED.pos) WHERE offsets.epoch <= $4`, []string{
		`INSERT offsets args=4 calls=greatest`,
		`set consumer := P[$1]#0`,
		`set topic := P[$2]#1`,
		`set pos := P[$3]#2`,
		`conflict update`,
		`conflict set pos := E[GREATEST(offsets.pos, EXCLUDED.pos)]`,
		`conflict where epoch <= P[$4]#3`,
	}},

	// Session locks.
	{"advisory lock", `SELECT pg_try_advisory_lock(hashtext($1)), pg_advisory_xact_lock(2)`, []string{
		`SELECT args=1 calls=pg_try_advisory_lock,hashtext,pg_advisory_xact_lock session=pg_try_advisory_lock`,
	}},
	{"advisory unlock", `select pg_catalog.pg_advisory_unlock(91), pg_advisory_unlock_all()`, []string{
		`SELECT calls=pg_advisory_unlock,pg_advisory_unlock_all session=pg_advisory_unlock,pg_advisory_unlock_all`,
	}},
	{"shared advisory lock", `SELECT pg_advisory_lock_shared($1) FROM generate_series(1, 2) AS g WHERE g > 0`, []string{
		`SELECT has-where args=1 calls=pg_advisory_lock_shared,generate_series session=pg_advisory_lock_shared`,
		`where g > L[0]`,
	}},
	{"named lock of MySQL", `SELECT GET_LOCK('schema', 10), IS_FREE_LOCK('x')`, []string{
		`SELECT calls=get_lock,is_free_lock session=get_lock`,
	}},
	{"release of MySQL", `DO RELEASE_LOCK(?)`, []string{
		`OTHER args=1 calls=release_lock session=release_lock`,
	}},
	{"application lock", `EXEC sp_getapplock @Resource = @p1, @LockMode = 'Exclusive', @LockOwner = 'Session', @LockTimeout = 0`, []string{
		`OTHER args=1 calls=sp_getapplock session=sp_getapplock`,
	}},
	{"application lock of the transaction", `DECLARE @r int; EXEC @r = sp_getapplock @Resource='x', @LockMode='Exclusive'; SELECT @r`, []string{
		`OTHER`,
		`rest {OTHER calls=sp_getapplock}`,
		`rest {SELECT}`,
	}},
	{"application lock by name", `sp_getapplock`, []string{
		`OTHER calls=sp_getapplock session=sp_getapplock`,
	}},
	{"application lock by CALL", `{call sp_releaseapplock(?, ?)}`, []string{
		`OTHER args=2 calls=sp_releaseapplock session=sp_releaseapplock`,
	}},
	{"asserted lock in a block", "do $$\nbegin\n\tset local lock_timeout = 60000;\n\tassert (select pg_try_advisory_lock(4370)), 'taken';\nend $$;", []string{
		`OTHER judged calls=assert,pg_try_advisory_lock session=pg_try_advisory_lock`,
	}},
	{"lock of an anonymous block that only performs", `DO $$ BEGIN PERFORM pg_try_advisory_lock(1); END $$`, []string{
		`OTHER calls=pg_try_advisory_lock session=pg_try_advisory_lock`,
	}},
	{"lock in a block", `DO $$ BEGIN PERFORM pg_advisory_lock(1); UPDATE t SET a = 1; END $$`, []string{
		`OTHER calls=pg_advisory_lock session=pg_advisory_lock`,
	}},
}
