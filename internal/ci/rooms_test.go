package ci

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A room is a row of docs/architecture.md's table of budgets: lines of Go by hand, outside tests.
type room struct {
	folder        string
	lines, budget int
}

var roomRow = regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)` \\| ([\\d,]+) \\| ([\\d,]+) \\|$")

// leeway is how far the table's lines may be from the real ones.
const leeway = 100

// TestRoomsKeepTheirBudgets shows that no room exceeds its budget, that the whole does not exceed the sum, that
// the table has the right counts, and that each file is in a room.
func TestRoomsKeepTheirBudgets(t *testing.T) {
	var rooms []room
	for _, m := range roomRow.FindAllStringSubmatch(readFile(t, "docs/architecture.md"), -1) {
		rooms = append(rooms, room{m[1], number(t, m[2]), number(t, m[3])})
	}
	if len(rooms) < 20 {
		t.Fatalf("only %d rooms are read", len(rooms))
	}
	measured, total := measureRooms(t, rooms), 0
	for _, r := range rooms {
		n := measured[r.folder]
		total += n
		if n > r.budget {
			t.Errorf("%s has %d lines, and a budget of %d: what can go?", r.folder, n, r.budget)
		}
		if n > r.lines+leeway || n < r.lines-leeway {
			t.Errorf("%s has %d lines; docs/architecture.md says %d", r.folder, n, r.lines)
		}
	}
	said := regexp.MustCompile(`([\d,]+) lines in all, and a budget of ([\d,]+)`).
		FindStringSubmatch(readFile(t, "docs/architecture.md"))
	if said == nil {
		t.Fatal("docs/architecture.md says no sum")
	}
	if sum, budget := number(t, said[1]), number(t, said[2]); total > budget || total > sum+leeway || total < sum-leeway {
		t.Errorf("there are %d lines; docs/architecture.md says %d, and a budget of %d", total, sum, budget)
	}
}

// measureRooms counts the lines of each room's files, without the rooms within it.
func measureRooms(t *testing.T, rooms []room) map[string]int {
	t.Helper()
	lines := map[string]int{}
	err := fs.WalkDir(os.DirFS(repository), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, "_gen.go") {
			return err
		}
		text, err := fs.ReadFile(os.DirFS(repository), name)
		if in := roomOf(rooms, name); in == "" {
			t.Errorf("%s is in no room of docs/architecture.md", name)
		} else {
			lines[in] += bytes.Count(text, []byte("\n"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// roomOf returns a file's innermost room, or "".
func roomOf(rooms []room, name string) (in string) {
	for _, r := range rooms {
		if strings.HasPrefix(name, r.folder+"/") && len(r.folder) > len(in) {
			in = r.folder
		}
	}
	return in
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.ReplaceAll(text, ",", ""))
	if err != nil {
		t.Fatal(fmt.Errorf("docs/architecture.md: %w", err))
	}
	return n
}
