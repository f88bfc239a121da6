package verbs

import (
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

func TestOptions(t *testing.T) {
	if !slices.Contains(providers.Names(), "verbs") {
		t.Fatal(providers.Names())
	}
	for text, want := range map[string]string{
		"verbs":                           "",
		"verbs,device=rxe0,port=1,gid=3":  "",
		"verbs,ports=1":                   `unknown option "ports"`,
		"verbs,port=x":                    "port=x",
		"verbs,device=rxe0,device=mlx5_0": "given twice",
	} {
		_, err := providers.ParseSelector(text)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestOpeningFailsInOneLine holds with the tag and without: no machine has this
// device.
func TestOpeningFailsInOneLine(t *testing.T) {
	s, err := providers.ParseSelector("verbs,device=no-such-device")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.Open()
	if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "provider verbs: ") {
		t.Errorf("%v", err)
	}
}
