package cm

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the transcripts as they are")

// TestTranscripts plays the commands of each file and compares the sides' messages,
// which are indented below the command. The files cite IBTA.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := play(t, string(want))
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

func play(t *testing.T, script string) string {
	w := newWorld()
	for _, line := range strings.SplitAfter(script, "\n") {
		if strings.HasPrefix(line, "    ") {
			continue
		}
		w.log.WriteString(line)
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "# "):
		case line == "":
			w = restart(w)
		default:
			if err := w.do(strings.Fields(line)); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
	}
	return w.log.String()
}

// restart begins another exchange in the same log.
func restart(w *world) *world {
	next := newWorld()
	next.log.WriteString(w.log.String())
	return next
}

func (w *world) do(words []string) error {
	of := w.active()
	if len(words) > 1 && words[1] == "passive" {
		of = w.passive()
	}
	switch command := words[0]; command {
	case "dial":
		w.dial()
	case "accept":
		w.accept()
	case "complete":
		w.active().conn.Complete(w.now)
	case "data":
		w.passive().conn.CommunicationEstablished()
	case "end":
		of.conn.End(w.now, []byte(strings.Join(words[2:], " ")))
	case "abort":
		of.conn.Abort(w.now)
	case "deliver":
		for len(w.air) > 0 {
			w.deliver()
		}
	case "one":
		w.deliver()
	case "drop":
		w.air = w.air[1:]
	case "dup":
		w.air = append(w.air[:1:1], w.air...)
	case "swap":
		w.air[0], w.air[1] = w.air[1], w.air[0]
	case "tick":
		if !w.tick() {
			return fmt.Errorf("nothing waits")
		}
	default:
		return fmt.Errorf("unknown command")
	}
	return nil
}
