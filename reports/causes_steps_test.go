package reports

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheOrderOfWriting shows that causes come in the order in which docs/writing-a-provider.md has methods written.
func TestTheOrderOfWriting(t *testing.T) {
	page, err := os.ReadFile("../docs/writing-a-provider.md")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| \d+ \| (.*?) \|`)
	last, checked := -1, 0
	for _, m := range row.FindAllStringSubmatch(string(page), -1) {
		steps := stepsIn(m[1])
		if len(steps) == 0 {
			continue // of v1 or NDKPI
		}
		if first := slices.Min(steps); first <= last {
			t.Errorf("%s: written before the row above it", m[1])
		}
		last, checked = slices.Max(steps), checked+1
	}
	if checked < 10 {
		t.Errorf("%d rows", checked)
	}
}

// stepsIn are the steps of the methods that a row names: of "`IND2X`: `A`, `B`" those two.
func stepsIn(row string) (steps []int) {
	for part := range strings.SplitSeq(row, ";") {
		names := regexp.MustCompile("`([A-Za-z0-9:]+)`").FindAllStringSubmatch(part, -1)
		if len(names) == 0 || !strings.HasPrefix(names[0][1], "IND2") {
			continue
		}
		object := names[0][1]
		if strings.Contains(part, "all but") || len(names) == 1 && !strings.Contains(object, "::") {
			steps = append(steps, stepOf(object+"::"))
			continue
		}
		if strings.Contains(object, "::") {
			steps = append(steps, stepOf(object))
		}
		for _, name := range names[1:] {
			steps = append(steps, stepOf(object+"::"+name[1]))
		}
	}
	return steps
}
