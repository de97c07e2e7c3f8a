package catalog

// olivereElastic is olivere/elastic, whose services are chains that end in Do. A
// write is conditional with IfSeqNo and IfPrimaryTerm, or with a Version and its
// type; a refused one (409) is an error. RetryOnConflict reads again and is no
// fence. Without an Id the store makes one: nothing is replaced.
var olivereElastic = &Library{
	Name:  "Elasticsearch",
	Store: Search,
	Paths: []string{"github.com/olivere/elastic", "gopkg.in/olivere/elastic"},
	Check: []string{"github.com/olivere/elastic/v7"},
	Rows: []Row{
		{Role: ChainLink, Call: "Index() self", On: "Client", Strict: true, Link: "index"},
		{Role: ChainLink, Call: "Update() self", On: "Client", Strict: true, Link: "update"},
		{Role: ChainLink, Call: "Delete() self", On: "Client", Strict: true, Link: "delete"},
		{Role: ChainLink, Call: "NewIndexService(client) self", Link: "index"},
		{Role: ChainLink, Call: "NewUpdateService(client) self", Link: "update"},
		{Role: ChainLink, Call: "NewDeleteService(client) self", Link: "delete"},
		{Role: ChainLink, Call: "Index(name) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "table"},
		{Role: ChainLink, Call: "Id(key) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "object"},
		{Role: ChainLink, Call: "IfSeqNo(match) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "match"},
		{Role: ChainLink, Call: "IfPrimaryTerm(match) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "match"},
		{Role: ChainLink, Call: "Version(match) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "match"},
		{Role: ChainLink, Call: "OpType(mode) self", On: "IndexService", Strict: true, Link: "optype"},
		{Role: ChainLink, Call: "Script(update) self", On: "UpdateService", Strict: true, Link: "script"},
		{Role: ChainLink, Call: "BodyJson|BodyString(doc) self", On: "IndexService", Strict: true, Link: "doc"},
		{Role: ChainLink, Call: "Doc|Upsert(doc) self", On: "UpdateService", Strict: true, Link: "doc"},
		{Role: ChainLink, Call: "Type|Routing|Parent|Refresh|Timeout|VersionType(_) self", On: "IndexService|UpdateService|DeleteService", Strict: true, Link: "same"},
		{Role: ChainLink, Call: "DocAsUpsert|RetryOnConflict(_) self", On: "UpdateService", Strict: true, Link: "same"},
		{Role: ChainEnd, Call: "Do(ctx) reply, error", On: "IndexService", Strict: true, Raises: true, Link: "index", Display: "Index"},
		{Role: ChainEnd, Call: "Do(ctx) reply, error", On: "UpdateService", Strict: true, Raises: true, Link: "update", Display: "Update"},
		{Role: ChainEnd, Call: "Do(ctx) reply, error", On: "DeleteService", Strict: true, Raises: true, Link: "delete", Display: "Delete"},
	},
}

// elasticAPI is Elasticsearch's own client, by request structs and by the functions
// of the client (es.Index). A refused write is no error of Do: the response has to
// be asked (IsError, StatusCode).
var elasticAPI = &Library{
	Name:  "Elasticsearch",
	Store: Search,
	Paths: []string{"github.com/elastic/go-elasticsearch"},
	Check: []string{"github.com/elastic/go-elasticsearch/v8"},
	Rows: []Row{
		{Role: Write, Call: "Do(ctx, client) reply, error", On: "IndexRequest", Pkg: "esapi", Strict: true, Link: "request", Display: "Index"},
		{Role: Write, Call: "Do(ctx, client) reply, error", On: "UpdateRequest", Pkg: "esapi", Strict: true, Link: "request", Display: "Update"},
		{Role: Delete, Call: "Do(ctx, client) reply, error", On: "DeleteRequest", Pkg: "esapi", Strict: true, Link: "request", Display: "Delete"},
		{Role: Write, Call: "Index(name, _, opts...) reply, error", Pkg: "esapi"},
		{Role: Write, Call: "Update(name, key, _, opts...) reply, error", Pkg: "esapi"},
		{Role: Delete, Call: "Delete(name, key, opts...) reply, error", Pkg: "esapi"},
		{Role: Option, Call: "WithIfSeqNo|WithIfPrimaryTerm(match) option", On: "Index|Update|Delete", Pkg: "esapi", Strict: true, Link: "match"},
		{Role: Option, Call: "WithVersion(match) option", On: "Index|Delete", Pkg: "esapi", Strict: true, Link: "match"},
		{Role: Option, Call: "WithOpType(mode) option", On: "Index", Pkg: "esapi", Strict: true, Link: "optype"},
		{Role: Option, Call: "WithDocumentID(key) option", On: "Index", Pkg: "esapi", Strict: true, Link: "object"},
		{Role: Outcome, Call: "IsError() ok", On: "Response", Pkg: "esapi", Strict: true},
		{Role: Outcome, Call: "Status() reply", On: "Response", Pkg: "esapi", Strict: true},
	},
	Fields: []Field{
		{Role: Outcome, On: "Response", Pkg: "esapi", Name: "StatusCode"},
		{On: "IndexRequest|UpdateRequest|DeleteRequest", Pkg: "esapi", Name: "IfSeqNo", Param: "match", Cond: true},
		{On: "IndexRequest|UpdateRequest|DeleteRequest", Pkg: "esapi", Name: "IfPrimaryTerm", Param: "match", Cond: true},
		{On: "IndexRequest|DeleteRequest", Pkg: "esapi", Name: "Version", Param: "match", Cond: true},
		{On: "IndexRequest", Pkg: "esapi", Name: "OpType", Param: "optype", Cond: true},
		{On: "IndexRequest|UpdateRequest|DeleteRequest", Pkg: "esapi", Name: "DocumentID", Param: "key"},
	},
}
