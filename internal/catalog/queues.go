package catalog

// Queues lease their messages: who received one has it for a time, and has to
// extend that while he works. The receipt (lock token, ack id) is compared in each
// request.

// sqs is Amazon SQS, in both SDKs. A visibility timeout of zero gives the message
// back. The batch form answers failures in its output, with a nil error.
var sqs = &Library{
	Name:  "SQS",
	Store: Queues,
	Paths: []string{"github.com/aws/aws-sdk-go-v2/service/sqs", "github.com/aws/aws-sdk-go/service/sqs"},
	Check: []string{"github.com/aws/aws-sdk-go-v2/service/sqs", "github.com/aws/aws-sdk-go/service/sqs"},
	Rows: []Row{
		{Role: Renew, Call: "ChangeMessageVisibility(ctx?, *ChangeMessageVisibilityInput{ReceiptHandle: session, VisibilityTimeout: ttl_s}, opts...?) reply, error", On: "Client|SQS|SQSAPI", Pkg: "|sqsiface", Strict: true, Compares: true, Raises: true},
		{Role: Renew, Call: "ChangeMessageVisibilityWithContext(ctx, *ChangeMessageVisibilityInput{ReceiptHandle: session, VisibilityTimeout: ttl_s}, opts...) reply, error", On: "SQS|SQSAPI", Pkg: "|sqsiface", Strict: true, Compares: true, Raises: true, Display: "ChangeMessageVisibility"},
		{Role: Renew, Call: "ChangeMessageVisibilityBatch(ctx?, opts, opts...?) reply, error", On: "Client|SQS|SQSAPI", Pkg: "|sqsiface", Strict: true, Compares: true},
		{Role: Renew, Call: "ChangeMessageVisibilityBatchWithContext(ctx, opts, opts...) reply, error", On: "SQS|SQSAPI", Pkg: "|sqsiface", Strict: true, Compares: true, Display: "ChangeMessageVisibilityBatch"},
	},
}

// pubSub is the generated client of Google Pub/Sub. The hand-written one extends by
// itself, as long as its callback runs.
var pubSub = &Library{
	Name:  "Pub/Sub",
	Store: Queues,
	Paths: []string{"cloud.google.com/go/pubsub"},
	Check: []string{"cloud.google.com/go/pubsub/v2"},
	Rows: []Row{
		{Role: Renew, Call: "ModifyAckDeadline(ctx, *ModifyAckDeadlineRequest{AckIds: session, AckDeadlineSeconds: ttl_s}, opts...) error", On: "SubscriptionAdminClient", Pkg: "apiv1", Strict: true, Compares: true, Raises: true},
	},
}

// serviceBus is Azure Service Bus.
var serviceBus = &Library{
	Name:  "azservicebus",
	Store: Queues,
	Paths: []string{"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"},
	Check: []string{"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus"},
	Rows: []Row{
		{Role: Renew, Call: "RenewMessageLock(ctx, session, opts) error", On: "Receiver", Strict: true, Compares: true, Raises: true},
		{Role: Renew, Call: "RenewSessionLock(ctx, opts) error", On: "SessionReceiver", Strict: true, Compares: true, Raises: true},
	},
}
