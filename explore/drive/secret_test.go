package drive

import (
	"bytes"
	"testing"
)

func TestFetched(t *testing.T) {
	secret, other := []byte("forbidden"), []byte("something")
	spoiled, pattern := bytes.Repeat([]byte{0xe7}, len(secret)), bytes.Repeat([]byte{0xde, 0xad, 0xbe, 0xef}, 2)
	for _, c := range []struct {
		name                   string
		before, now, forbidden []byte
		want                   bool
	}{
		{"nothing", other, other, secret, false},
		{"all of it", other, secret, secret, true},
		{"part of it", other, append([]byte("forbi"), other[5:]...), secret, false},
		{"it was there", secret, secret, secret, false},
		{"too little to tell", other[:4], secret[:4], secret[:4], false},
		{"a pattern that is left in both", other[:8], pattern, pattern, false},
		{"what is left in both", other, spoiled, spoiled, false},
	} {
		if got := fetched(c.before, c.now, c.forbidden); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
