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

// mostSteps is how many steps a program may have, MostInARow how often in a row each may be carried out,
// mostBefore how many programs may come before it, MostLanes how many lanes, and mostCount the limit
// of every number in its configuration, except lengths, whose limit is mostMemory.
const (
	mostSteps  = 1 << 20
	mostBefore = 1 << 10
	mostCount  = 1 << 16
	mostMemory = 1 << 28
	MostInARow = 1 << 10
	MostLanes  = 64
)

// Text returns the program as JSON Lines: a header, then one line per step. Those that come
// before it have the same form, and stand before it.
func (p Program) Text() []byte {
	var text bytes.Buffer
	lines := json.NewEncoder(&text)
	for _, p := range append(slices.Clone(p.Before), p) {
		// writing plain data to memory can't fail
		_ = lines.Encode(header{version, p.Seed, p.Number, p.Style, p.Times, p.Config})
		for _, s := range p.Steps {
			_ = lines.Encode(s)
		}
	}
	return text.Bytes()
}

// Parse reads a program as text. An error names the line.
func Parse(from io.Reader) (Program, error) {
	var all []Program
	lines := bufio.NewScanner(from)
	for number := 1; lines.Scan(); number++ {
		var err error
		all, err = parseLine(all, lines.Bytes())
		if err != nil {
			return Program{}, fmt.Errorf("line %d: %w%s", number, err, noProgram(number))
		}
	}
	if lines.Err() != nil {
		return Program{}, lines.Err()
	}
	if len(all) == 0 {
		return Program{}, fmt.Errorf("line 1: there is no program%s", noProgram(1))
	}
	last := len(all) - 1
	p := all[last]
	if last > 0 {
		p.Before = all[:last]
	}
	return p, nil
}

// noProgram says what to name instead of a file that does not begin as a program does.
func noProgram(line int) string {
	if line > 1 {
		return ""
	}
	return "; a program is a file ending in .jsonl that explore has written with --findings-folder=FOLDER"
}

// parseLine adds a line to the programs that have been read: the header of another one, or a
// step of the last one.
func parseLine(all []Program, line []byte) ([]Program, error) {
	if len(all) > 0 && !bytes.Contains(line, []byte(headed)) {
		return all, all[len(all)-1].parseStep(line)
	}
	if len(all) > mostBefore {
		return nil, fmt.Errorf("at most %d programs come before another one", mostBefore)
	}
	if len(all) > 0 && all[len(all)-1].Times > 1 {
		return nil, fmt.Errorf("the program before this one has times %d, and is carried out once", all[len(all)-1].Times)
	}
	p, err := parseHeader(line)
	return append(all, p), err
}

// headed is what only a header contains.
const headed = `"ndconformProgram"`

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
	case s.Times < 0 || s.Times > MostInARow:
		return fmt.Errorf("times is %d, and must be from 0 to %d", s.Times, MostInARow)
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
		{"inline", c.Inline, -1, mostMemory},
		{"windows", c.Windows, 0, mostCount},
	} {
		if n.value < n.least || n.value > n.most {
			return fmt.Errorf("%s is %d, and must be from %d to %d", n.name, n.value, n.least, n.most)
		}
	}
	return nil
}
