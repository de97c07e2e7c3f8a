package origin

import "testing"

func TestName(t *testing.T) {
	str := func(s string) *Value { return text(s) }
	param := func(name string) *Value { return &Value{Kind: Param, Text: name} }
	field := func(typ, name string, base *Value) *Value {
		return &Value{Kind: Field, Type: typ, Text: name, Parts: []*Value{base}}
	}
	call := func(name string, args ...*Value) *Value { return &Value{Kind: Call, Text: name, Parts: args} }
	hole := &Value{Kind: Unknown}
	for _, tt := range []struct {
		name string
		v    *Value
		want string
	}{
		{"nil", nil, ""},
		{"constant", str("order"), `"order"`},
		{"empty constant", str(""), ""},
		{"parameter", param("key"), "key"},
		{"format", NewFormat(str("order:"), param("id")), `"order:{id}"`},
		{"unknown parts side by side", NewFormat(param("prefix"), hole, hole), `"{prefix}{…}"`},
		{"a variable, or more", &Value{Kind: Choice, Parts: []*Value{param("prefix"), NewFormat(param("prefix"), hole)}}, `"{prefix}{…}"`},
		{"verb", NewFormat(str("order:"), &Value{Kind: Param, Text: "id", Verb: "%d"}), `"order:%d"`},
		{"unknown part", NewFormat(hole, str(":lock")), `"{…}:lock"`},
		{"nothing known but punctuation", NewFormat(hole, str(":"), hole), ""},
		{"punctuation between names", NewFormat(param("a"), str(":"), hole), `"{a}:{…}"`},
		{"field of a receiver", field("p.T", "key", param("l")), "l.key"},
		{"field of a field", field("p.C", "Key", field("p.T", "conf", param("l"))), "l.conf.Key"},
		{"field of a call's result", NewFormat(str("g:"), field("p.T", "Guild", call("p.NewState"))), `"g:{Guild}"`},
		{"field of an unnamed struct", NewFormat(str("g:"), field("", "Guild", hole)), `"g:{Guild}"`},
		{"field of an unknown value of a type", field("p.T", "key", hole), "T.key"},
		{"key function", call("p.lockKey", param("id")), "lockKey(…)"},
		{"conversion", NewFormat(str("job:"), call("(uuid.UUID).String", param("id"))), `"job:{id}"`},
		{"trimmed", call("strings.TrimPrefix", param("key"), str("/")), "key"},
		{"element of a parameter", &Value{Kind: Elem, Parts: []*Value{param("keys")}}, "keys[…]"},
		{"element of nothing", &Value{Kind: Elem, Parts: []*Value{hole}}, ""},
		{"field of an element of a text", field("", "Key", &Value{Kind: Elem, Parts: []*Value{str("")}}), ""},
		{"choice with an empty text first", &Value{Kind: Choice, Parts: []*Value{str(""), param("id")}}, "id"},
		{"a prefix, or more", &Value{Kind: Choice, Parts: []*Value{str("app"), NewFormat(str("app:"), param("key"))}}, `"app:{key}"`},
		{"choice inside", NewFormat(&Value{Kind: Choice, Parts: []*Value{str(""), hole}}, str(":lock")), `"{…}:lock"`},
	} {
		if got := tt.v.Name(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
}
