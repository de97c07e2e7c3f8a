package catalog

// gocql is the Cassandra driver and its successor at Apache. A statement with an
// IF clause answers [applied], which ScanCAS gives and Exec silently drops.
// Statements without one are last-write-wins.
var gocql = &Library{
	Name:  "gocql",
	Store: SQL,
	Paths: []string{"github.com/gocql/gocql", "github.com/apache/cassandra-gocql-driver"},
	Check: []string{"github.com/gocql/gocql", "github.com/apache/cassandra-gocql-driver/v2"},
	Rows: []Row{
		{Role: ChainLink, Call: "Query(sql, args...) self", On: "Session", Strict: true, Link: "raw"},
		{Role: ChainLink, Call: "WithContext(ctx) self", On: "Query|Batch", Link: "ctx"},
		{Role: ChainLink, Call: "Consistency|SerialConsistency|PageSize|Idempotent|RetryPolicy|WithTimestamp|Trace|Observer(_) self", On: "Query", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "Bind(args...) self", On: "Query", Strict: true, Link: "args"},
		{Role: ChainEnd, Call: "Exec() error", On: "Query", Strict: true, Link: "exec"},
		{Role: ChainEnd, Call: "ExecContext(ctx) error", On: "Query", Strict: true, Link: "exec", Display: "Exec"},
		{Role: ChainEnd, Call: "ScanCAS(dest...) applied, error", On: "Query", Strict: true, Link: "cas"},
		{Role: ChainEnd, Call: "ScanCASContext(ctx, dest...) applied, error", On: "Query", Strict: true, Link: "cas", Display: "ScanCAS"},
		{Role: ChainEnd, Call: "MapScanCAS(dest) applied, error", On: "Query", Strict: true, Link: "cas"},
		{Role: ChainEnd, Call: "MapScanCASContext(ctx, dest) applied, error", On: "Query", Strict: true, Link: "cas", Display: "MapScanCAS"},
		{Role: ChainEnd, Call: "Scan(dest...) error", On: "Query", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "ScanContext(ctx, dest...) error", On: "Query", Strict: true, Link: "find", Display: "Scan"},
		{Role: ChainEnd, Call: "MapScan(dest) error", On: "Query", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "MapScanContext(ctx, dest) error", On: "Query", Strict: true, Link: "find", Display: "MapScan"},
		{Role: ChainEnd, Call: "Iter() rows", On: "Query", Strict: true, Link: "find"},
		{Role: ChainEnd, Call: "IterContext(ctx) rows", On: "Query", Strict: true, Link: "find", Display: "Iter"},
		{Role: Pipe, Call: "NewBatch|Batch(mode) batch", On: "Session", Strict: true},
		{Role: SQLExec, Call: "Query(sql, args...) item?", On: "Batch", Strict: true, Link: "queued"},
		{Role: PipeRun, Call: "ExecuteBatch(ops) error", On: "Session"},
		{Role: PipeRun, Call: "ExecuteBatchCAS(ops, dest...) applied, rows, error", On: "Session", Link: "cas"},
		{Role: PipeRun, Call: "MapExecuteBatchCAS(ops, dest) applied, rows, error", On: "Session", Link: "cas"},
		// The successor's batches run themselves.
		{Role: PipeRun, Call: "Exec() error", On: "Batch", Strict: true},
		{Role: PipeRun, Call: "ExecContext(ctx) error", On: "Batch", Strict: true, Display: "Exec"},
		{Role: PipeRun, Call: "ExecCAS(dest...) applied, rows, error", On: "Batch", Strict: true, Link: "cas"},
		{Role: PipeRun, Call: "ExecCASContext(ctx, dest...) applied, rows, error", On: "Batch", Strict: true, Link: "cas", Display: "ExecCAS"},
		{Role: PipeRun, Call: "MapExecCAS(dest) applied, rows, error", On: "Batch", Strict: true, Link: "cas"},
		{Role: PipeRun, Call: "MapExecCASContext(ctx, dest) applied, rows, error", On: "Batch", Strict: true, Link: "cas", Display: "MapExecCAS"},
	},
}
