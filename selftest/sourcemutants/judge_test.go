package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain plays the binary of the mutants where a judge starts it: the specs notice mutant 1, and only an exploration
// notices 2 and 3.
func TestMain(m *testing.M) {
	explores := len(os.Args) > 1 && os.Args[1] == "explore"
	switch os.Getenv(variable) {
	case "":
		os.Exit(m.Run())
	case "1":
		os.Exit(1)
	case "2", "3":
		if explores {
			os.Exit(1)
		}
	}
}

func TestJudge(t *testing.T) {
	points := []point{{name: "one"}, {name: "two"}, {name: "three"}, {name: "four"}}
	known := reasons{"one": "wrongly explained", "three": "explained"}
	for _, c := range []struct {
		explored time.Duration
		want     []string
	}{
		{time.Millisecond, []string{"specs", "explore", unnoticed, unnoticed}},
		{0, []string{"specs", unnoticed, unnoticed, unnoticed}},
	} {
		var out bytes.Buffer
		j := judge{binary: os.Args[0], jobs: 2, explored: c.explored}
		results, err := j.all(t.Context(), &out, points, known)
		if err != nil {
			t.Fatal(err)
		}
		var by []string
		for _, r := range results {
			by = append(by, r.by)
		}
		if !slices.Equal(by, c.want) {
			t.Errorf("explored for %v: noticed by %q instead of %q", c.explored, by, c.want)
		}
		if !strings.Contains(out.String(), "one\n") || strings.Contains(out.String(), "four") {
			t.Errorf("explored for %v: it printed %q", c.explored, out.String())
		}
	}
}

func TestJudgeThatCannotJudge(t *testing.T) {
	points := []point{{name: "one"}}
	ended, end := context.WithCancel(t.Context())
	end()
	j := judge{binary: os.Args[0], jobs: 1}
	if _, err := j.all(ended, &bytes.Buffer{}, points, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	j.binary = filepath.Join(t.TempDir(), "missing")
	if _, err := j.all(t.Context(), &bytes.Buffer{}, points, nil); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a binary: %v", err)
	}
}
