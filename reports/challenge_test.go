package reports

import (
	"strings"
	"testing"
)

func TestSeedOf(t *testing.T) {
	if got, want := SeedOf("buyer-7f3a91c4"), int64(1094357869006589); got != want {
		t.Errorf("%d, and certificates rest on %d", got, want)
	}
	if SeedOf("challenge 1") == SeedOf("challenge 2") {
		t.Error("two challenges give one seed")
	}
}

func TestCheckChallenge(t *testing.T) {
	for text, good := range map[string]bool{
		"buyer-7f": true, strings.Repeat("~", 128): true, "": false, "buyer-7": false, strings.Repeat("a", 129): false,
		"buyer 7f3a": false, "buyer-7f\n": false, "käufer-7f3": false,
	} {
		if err := CheckChallenge(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
}
