// Package schema is what ent's client in entstore was generated from.
package schema

import (
	"entgo.io/ent"
	"entgo.io/ent/schema/field"
)

// Job is a piece of work that workers claim.
type Job struct{ ent.Schema }

// Fields of the Job.
func (Job) Fields() []ent.Field {
	return []ent.Field{
		field.String("name"),
		field.String("state"),
		field.String("worker").Optional(),
		field.Int64("version"),
		field.Int("attempts").Default(0),
	}
}
