package catalog

// bigTable is Google's Bigtable. A conditional mutation that did not match is no
// error: only GetCondMutationResult tells, and without that option nobody learns.
// A plain mutation overwrites the cell of its timestamp.
var bigTable = &Library{
	Name:  "Bigtable",
	Store: Wide,
	Paths: []string{"cloud.google.com/go/bigtable"},
	Check: []string{"cloud.google.com/go/bigtable"},
	Rows: []Row{
		{Role: Write, Call: "Apply(ctx, key, update, opts...) error", On: "Table|TableAPI", Strict: true, Link: "mutation", Display: "Table.Apply"},
		{Role: Counter, Call: "ApplyReadModifyWrite(ctx, key, update) reply, error", On: "Table|TableAPI", Strict: true},
		{Role: ReadOwner, Call: "ReadRow(ctx, key, opts...) reply, error", On: "Table|TableAPI", Strict: true},
		{Role: Op, Call: "NewMutation() op", Link: "plain"},
		{Role: Op, Call: "NewCondMutation(conds, _, _) op", Link: "conditional"},
		{Role: Op, Call: "Set(_, column, _, value)", On: "Mutation", Strict: true, Link: "set"},
		{Role: Op, Call: "DeleteRow()", On: "Mutation", Strict: true, Link: "delete"},
		{Role: Op, Call: "DeleteCellsInColumn(_, column)", On: "Mutation", Strict: true, Link: "delete"},
		{Role: Op, Call: "DeleteCellsInFamily(_)", On: "Mutation", Strict: true, Link: "delete"},
		{Role: Option, Call: "GetCondMutationResult(dest) option", Link: "result"},
	},
}
