package providers_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

type versioned string

func (versioned) ND2() nd2.Provider { return nil }
func (v versioned) Version() string { return string(v) }
func (versioned) Close() error      { return nil }

// TestVersionOf shows that a long version is cut, in whole characters.
func TestVersionOf(t *testing.T) {
	whole := strings.Repeat("v", providers.VersionMost)
	for version, want := range map[versioned]string{
		"acme 1.2":                  "acme 1.2",
		versioned(whole):            whole,
		versioned(whole + "v"):      whole + "… (cut: it has 257 bytes)",
		versioned(whole[1:] + "éé"): whole[1:] + "… (cut: it has 259 bytes)",
		versioned(strings.Repeat("\x80", 7<<20)): strings.Repeat("\x80", providers.VersionMost-4) +
			"… (cut: it has 7340032 bytes)",
	} {
		if got := providers.VersionOf(version); got != want {
			t.Errorf("%d bytes: %q, want %q", len(version), got, want)
		}
	}
}
