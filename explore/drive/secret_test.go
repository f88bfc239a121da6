package drive

import (
	"bytes"
	"testing"
)

func TestFetched(t *testing.T) {
	secret, other := []byte("forbidden"), []byte("something")
	spoiled := bytes.Repeat([]byte{0xe7}, len(secret))
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
		{"what is left in both", other, spoiled, spoiled, false},
	} {
		if got := fetched(c.before, c.now, c.forbidden); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
