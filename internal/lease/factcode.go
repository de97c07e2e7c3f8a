package lease

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
)

// wire is Summaries to encoding/json, without methods of its own.
type wire Summaries

// sent is the fact as another process gets it. Some hosts, golangci-lint and
// x/tools' own driver among them, hand facts on in memory: with the unexported
// fields, which point into the model of this package and mean nothing elsewhere.
// What is found must not depend on the host.
func (s *Summaries) sent() *Summaries {
	out := new(Summaries)
	data, err := json.Marshal((*wire)(s))
	if err = errors.Join(err, json.Unmarshal(data, (*wire)(out))); err != nil {
		panic(fmt.Sprintf("the summaries cannot be encoded: %v", err)) // run makes it an error
	}
	return out
}

// deflaters are reused: one is larger than what it compresses.
var deflaters = sync.Pool{New: func() any {
	w, _ := flate.NewWriter(nil, flate.DefaultCompression) // an error only for another level
	return w
}}

// GobEncode writes compressed JSON. Left to itself gob describes the types anew in
// each package, 1.6 kB of them, writes maps in any order, and takes twice the time
// to be read.
func (s *Summaries) GobEncode() ([]byte, error) {
	var buf bytes.Buffer
	w := deflaters.Get().(*flate.Writer)
	defer deflaters.Put(w)
	w.Reset(&buf)
	if err := errors.Join(json.NewEncoder(w).Encode((*wire)(s)), w.Close()); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

// GobDecode reads what GobEncode has written.
func (s *Summaries) GobDecode(data []byte) error {
	r := flate.NewReader(bytes.NewReader(data))
	text, err := io.ReadAll(r)
	if err = errors.Join(err, r.Close()); err != nil {
		return fmt.Errorf("a fact of leasevet cannot be read: %w", err)
	}
	return json.Unmarshal(text, (*wire)(s))
}
