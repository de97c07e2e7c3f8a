package catalog

// mgo is the community MongoDB driver and its fork. An update or removal that
// matched nothing is mgo.ErrNotFound. Nothing takes a ctx.
var mgo = &Library{
	Name:   "mgo",
	Store:  Mongo,
	Paths:  []string{"gopkg.in/mgo", "github.com/globalsign/mgo"},
	Check:  []string{"gopkg.in/mgo.v2"},
	Consts: map[string]string{"ErrNotFound": "refused"},
	Rows: []Row{
		{Role: DocUpdate, Call: "Update(filter, update) error", On: "Collection", Strict: true, Raises: true, Detached: true},
		{Role: DocUpdate, Call: "UpdateId(key, update) error", On: "Collection", Strict: true, Raises: true, Detached: true},
		{Role: DocUpdate, Call: "UpdateAll(filter, update) result, error", On: "Collection", Strict: true, Detached: true},
		{Role: DocUpdate, Call: "Upsert(filter, update) result, error", On: "Collection", Strict: true, Detached: true, Link: "upsert"},
		{Role: DocUpdate, Call: "UpsertId(key, update) result, error", On: "Collection", Strict: true, Detached: true, Link: "upsert"},
		{Role: DocDelete, Call: "Remove(filter) error", On: "Collection", Strict: true, Raises: true, Detached: true},
		{Role: DocDelete, Call: "RemoveId(key) error", On: "Collection", Strict: true, Raises: true, Detached: true},
		{Role: DocDelete, Call: "RemoveAll(filter) result, error", On: "Collection", Strict: true, Detached: true},
		{Role: DocInsert, Call: "Insert(doc...) error", On: "Collection", Strict: true, Raises: true, Detached: true},
		{Role: ChainLink, Call: "Find(filter) self", On: "Collection", Strict: true, Link: "filter"},
		{Role: ChainLink, Call: "FindId(key) self", On: "Collection", Strict: true, Link: "filter"},
		{Role: DocFindUpdate, Call: "Apply(Change{Update: update}, dest) result, error", On: "Query", Strict: true, Raises: true, Detached: true},
		{Role: ReadOwner, Call: "One(dest) error", On: "Query", Strict: true, Detached: true},
	},
	Fields: []Field{
		{Role: Outcome, On: "ChangeInfo", Name: "Updated"},
		{Role: Outcome, On: "ChangeInfo", Name: "Matched"},
		{Role: Outcome, On: "ChangeInfo", Name: "Removed"},
		{On: "Change", Name: "Upsert", Param: "mode"},
		{On: "Change", Name: "Remove", Param: "mode"},
	},
}
