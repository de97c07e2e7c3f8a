package schedule

// An Outcome answers the two questions of the experiment, does B's lock survive and
// does B's data survive, and what A takes it for. What is not asked is empty.
type Outcome struct {
	Lock string // what became of B's lock
	Data string // whose data is there in the end
	Told string // whether A learns what has happened
}

// The answers that most experiments have.
const (
	Survives = "survives"
	Lost     = "lost"

	Gets  = "B gets it"
	Waits = "B waits for ever"

	OfA = "A's"
	OfB = "B's"

	Success = "reports success"
	IsTold  = "is told"
)

// Side is one of the two programs of an experiment.
type Side int

const (
	Wrong Side = iota
	Right
)

func (s Side) String() string {
	if s == Wrong {
		return "wrong"
	}
	return "right"
}

// Pick takes one of two.
func Pick[T any](s Side, wrong, right T) T {
	if s == Wrong {
		return wrong
	}
	return right
}
