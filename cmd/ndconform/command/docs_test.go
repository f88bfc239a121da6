package command

import (
	"io"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestConfigurationIsDocumented shows that docs/configuration.md has a row for
// each key, and none for what is no key.
func TestConfigurationIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../../../docs/configuration.md")
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for line := range strings.Lines(string(text)) {
		if key, _, ok := strings.Cut(strings.TrimPrefix(line, "| `"), "` |"); ok && strings.HasPrefix(line, "| `") && !strings.HasPrefix(key, "--") {
			documented = append(documented, key)
		}
	}
	slices.Sort(documented)
	a := &app{program: "ndconform", out: io.Discard, err: io.Discard}
	if keys := configKeys(a.configCommand()); !slices.Equal(keys, documented) {
		t.Errorf("keys       %v\ndocumented %v", keys, documented)
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]string{"0": "0", "1024": "1KiB", "512MiB": "512MiB", "2048MiB": "2GiB", "1000": "1000"} {
		var s size
		if err := s.Set(text); err != nil || s.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, s.String(), err, want)
		}
	}
	for _, text := range []string{"", "-1", "1MB", "MiB", "99999999999GiB", "1.5GiB"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}
