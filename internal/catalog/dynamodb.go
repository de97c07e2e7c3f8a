package catalog

// dynamodb is the AWS SDK's DynamoDB client, v1 and v2, with the expression
// builder. A write is conditional if and only if its input has a
// ConditionExpression (or the old Expected); a refused one is an error. UpdateItem
// creates a missing item. A condition that is given to the expression builder but
// not copied into the input has no effect.
var dynamodb = &Library{
	Name:  "DynamoDB",
	Store: Dynamo,
	Paths: []string{
		"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb",
		"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression",
	},
	Check: []string{
		"github.com/aws/aws-sdk-go-v2/service/dynamodb", "github.com/aws/aws-sdk-go/service/dynamodb",
		"github.com/aws/aws-sdk-go-v2/feature/dynamodb/expression",
	},
	Consts: map[string]string{"ErrCodeConditionalCheckFailedException": "refused", "ErrCodeTransactionCanceledException": "refused"},
	Rows: []Row{
		{Role: DocReplace, Call: "PutItem(ctx?, *PutItemInput{TableName: name, Item: doc, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true},
		{Role: DocUpdate, Call: "UpdateItem(ctx?, *UpdateItemInput{TableName: name, Key: filter, UpdateExpression: update, AttributeUpdates: update, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true},
		{Role: DocDelete, Call: "DeleteItem(ctx?, *DeleteItemInput{TableName: name, Key: filter, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true},
		{Role: DocReplace, Call: "PutItemWithContext(ctx, *PutItemInput{TableName: name, Item: doc, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...) reply, error", On: "DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true, Display: "PutItem"},
		{Role: DocUpdate, Call: "UpdateItemWithContext(ctx, *UpdateItemInput{TableName: name, Key: filter, UpdateExpression: update, AttributeUpdates: update, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...) reply, error", On: "DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true, Display: "UpdateItem"},
		{Role: DocDelete, Call: "DeleteItemWithContext(ctx, *DeleteItemInput{TableName: name, Key: filter, ConditionExpression: cond, Expected: match, ExpressionAttributeValues: args}, opts...) reply, error", On: "DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true, Display: "DeleteItem"},
		{Role: CondWrite, Call: "TransactWriteItems(ctx?, *TransactWriteItemsInput{TransactItems: ops}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true, Link: "transact"},
		{Role: CondWrite, Call: "TransactWriteItemsWithContext(ctx, *TransactWriteItemsInput{TransactItems: ops}, opts...) reply, error", On: "DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true, Link: "transact", Display: "TransactWriteItems"},
		// A batch has no conditions at all.
		{Role: Write, Call: "BatchWriteItem(ctx?, *BatchWriteItemInput{RequestItems: ops}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Link: "batch"},
		{Role: SQLExec, Call: "ExecuteStatement(ctx?, *ExecuteStatementInput{Statement: sql, Parameters: args}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Raises: true},
		{Role: ReadOwner, Call: "GetItem(ctx?, *GetItemInput{TableName: name, Key: filter}, opts...?) reply, error", On: "Client|DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface"},
		{Role: ReadOwner, Call: "GetItemWithContext(ctx, *GetItemInput{TableName: name, Key: filter}, opts...) reply, error", On: "DynamoDB|DynamoDBAPI", Pkg: "|dynamodbiface", Display: "GetItem"},

		{Role: ChainLink, Call: "NewBuilder() self", Pkg: "expression|", Link: "builder"},
		{Role: ChainLink, Call: "WithCondition(conds) self", On: "Builder", Pkg: "expression|", Link: "condition"},
		{Role: ChainLink, Call: "WithUpdate(update) self", On: "Builder", Pkg: "expression|", Link: "update"},
		{Role: ChainLink, Call: "Build() self, error", On: "Builder", Pkg: "expression|", Link: "build"},
		{Role: Handle, Call: "Condition() cond", On: "Expression", Pkg: "expression|", Link: "condition"},
		{Role: Handle, Call: "Update() update", On: "Expression", Pkg: "expression|", Link: "update"},
		{Role: Handle, Call: "Values() args", On: "Expression", Pkg: "expression|", Link: "values"},
		{Role: Guard, Call: "AttributeNotExists|AttributeExists(column) guard", Pkg: "expression|", Link: "exists"},
		{Role: Guard, Call: "Equal|NotEqual|LessThan|LessThanEqual|GreaterThan|GreaterThanEqual(column, match) guard", Pkg: "expression|", Link: "compare"},
		{Role: Guard, Call: "Equal|NotEqual|LessThan|LessThanEqual|GreaterThan|GreaterThanEqual(match) guard", On: "NameBuilder", Pkg: "expression|", Link: "compare"},
		{Role: Guard, Call: "And|Or(conds, conds, conds...) guard", Pkg: "expression|", Link: "and"},
		{Role: Guard, Call: "And|Or(conds, conds...) guard", On: "ConditionBuilder", Pkg: "expression|", Link: "and"},
		{Role: Guard, Call: "AttributeNotExists|AttributeExists() guard", On: "NameBuilder", Pkg: "expression|", Link: "exists"},
		{Role: Handle, Call: "Name(column) column", Pkg: "expression|", Link: "name"},
		{Role: Handle, Call: "Value(value) match", Pkg: "expression|", Link: "value"},
	},
	Fields: []Field{
		// The parts of a transaction; v1 has them in the package itself.
		{On: "Put|Update|Delete|ConditionCheck|PutItemInput|UpdateItemInput|DeleteItemInput", Name: "ConditionExpression", Pkg: "types|", Param: "cond", Cond: true},
		{On: "PutItemInput|UpdateItemInput|DeleteItemInput", Name: "Expected", Param: "match", Cond: true},
		{On: "Put|Update|Delete|ConditionCheck|PutItemInput|UpdateItemInput|DeleteItemInput", Name: "TableName", Pkg: "types|", Param: "name"},
		{On: "Put|Update|Delete|ConditionCheck|PutItemInput|UpdateItemInput|DeleteItemInput", Name: "ExpressionAttributeValues", Pkg: "types|", Param: "args"},
		{On: "Put|PutItemInput", Name: "Item", Pkg: "types|", Param: "doc"},
		{On: "Update|Delete|ConditionCheck|UpdateItemInput|DeleteItemInput", Name: "Key", Pkg: "types|", Param: "filter"},
		{On: "Update|UpdateItemInput", Name: "UpdateExpression", Pkg: "types|", Param: "update"},
		{On: "TransactWriteItem", Name: "Put", Pkg: "types|", Param: "doc"},
		{On: "TransactWriteItem", Name: "Update", Pkg: "types|", Param: "update"},
		{On: "TransactWriteItem", Name: "Delete", Pkg: "types|", Param: "filter"},
		{On: "TransactWriteItem", Name: "ConditionCheck", Pkg: "types|", Param: "conds", Cond: true},
	},
}
