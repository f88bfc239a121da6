package program

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// version is the version of the text form.
const version = 1

// header is the first line of a program as text.
type header struct {
	Version int    `json:"ndconformProgram"`
	Seed    uint64 `json:"seed"`
	Number  int    `json:"number"`
	Style   Style  `json:"style,omitzero"`
	Times   int    `json:"times,omitempty"`
	Config  Config `json:"config"`
}

// mostSteps is how many steps a program may have, MostLanes how many lanes, and mostCount the limit
// of every number in its configuration, except lengths, whose limit is mostMemory.
const (
	mostSteps  = 1 << 20
	mostCount  = 1 << 16
	mostMemory = 1 << 28
	MostLanes  = 64
)

// Text returns the program as JSON Lines: a header, then one line per step.
func (p Program) Text() []byte {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	_ = lines.Encode(header{version, p.Seed, p.Number, p.Style, p.Times, p.Config}) // writing plain data to memory can't fail
	for _, s := range p.Steps {
		_ = lines.Encode(s)
	}
	return text.Bytes()
}

// Parse reads a program as text. An error names the line.
func Parse(from io.Reader) (p Program, err error) {
	lines := bufio.NewScanner(from)
	for number := 1; lines.Scan(); number++ {
		if number == 1 {
			p, err = parseHeader(lines.Bytes())
		} else {
			err = p.parseStep(lines.Bytes())
		}
		if err != nil {
			return Program{}, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if lines.Err() != nil {
		return Program{}, lines.Err()
	}
	if p.Config == (Config{}) {
		return Program{}, fmt.Errorf("line 1: there is no program")
	}
	return p, nil
}

func parseHeader(line []byte) (Program, error) {
	var h header
	if err := strictly(line, &h); err != nil {
		return Program{}, err
	}
	if h.Version != version {
		return Program{}, fmt.Errorf("it is a program of version %d, and not %d", h.Version, version)
	}
	if h.Times < 0 || h.Times > mostCount {
		return Program{}, fmt.Errorf("times is %d, and must be from 0 to %d", h.Times, mostCount)
	}
	return Program{Seed: h.Seed, Number: h.Number, Style: h.Style, Times: h.Times, Config: h.Config}, h.Config.check()
}

func (p *Program) parseStep(line []byte) error {
	var s Step
	if err := strictly(line, &s); err != nil {
		return err
	}
	switch {
	case !slices.Contains(ops, s.Op):
		return fmt.Errorf("unknown operation %q", s.Op)
	case s.Lane < 0 || s.Lane >= MostLanes:
		return fmt.Errorf("lane is %d, and must be from 0 to %d", s.Lane, MostLanes-1)
	case len(p.Steps) == mostSteps:
		return fmt.Errorf("a program has at most %d steps", mostSteps)
	}
	p.Steps = append(p.Steps, s)
	return nil
}

func strictly(line []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// check returns an error for a configuration that is impossible.
func (c Config) check() error {
	for _, n := range []struct {
		name               string
		value, least, most int
	}{
		{"connections", c.Connections, 1, mostCount},
		{"initiator", c.Initiator, 1, mostCount},
		{"receive", c.Receive, 1, mostCount},
		{"shared", c.Shared, 0, mostCount},
		{"queue", c.Queue, 1, mostCount},
		{"reads", c.Reads, 0, mostCount},
		{"entries", c.Entries, 1, mostCount},
		{"memory", c.Memory, 4096, mostMemory},
		{"regions", c.Regions, 1, mostCount},
		{"message", c.Message, 1, c.Memory / 4},
		{"windows", c.Windows, 0, mostCount},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d, and must be from %d to %d", n.name, n.value, n.least, n.most)
		}
	}
	return nil
}
