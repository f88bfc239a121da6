package reports

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"
)

// A challenge is made of visible ASCII characters. One of few could be guessed before it is
// given.
const leastChallenge, mostChallenge = 8, 128

// CheckChallenge says what is wrong with a challenge: text that whoever asks for a run chooses.
func CheckChallenge(challenge string) error {
	hidden := func(r rune) bool { return r <= ' ' || r > '~' }
	if n := len(challenge); n < leastChallenge || n > mostChallenge || strings.ContainsFunc(challenge, hidden) {
		return fmt.Errorf("a challenge has from %d to %d visible ASCII characters, and %q has not", leastChallenge,
			mostChallenge, challenge)
	}
	return nil
}

// SeedOf returns the seed of a run that answers a challenge. It is not negative, and small enough
// for a number in JSON: 53 bits of a digest.
func SeedOf(challenge string) int64 {
	sum := sha256.Sum256([]byte("ndconform challenge\n" + challenge))
	return int64(binary.BigEndian.Uint64(sum[:]) >> 11)
}

// SeedWords says by which seed and drawing a run is made, and which challenge gives the seed, if one does. The plain
// shape goes without saying.
func SeedWords(seed int64, d Drawing, challenge string) string {
	words := fmt.Sprintf("seed %d", seed)
	if challenge != "" {
		words += " of challenge " + challenge
	}
	if d != (Drawing{}) {
		words += ", draw " + d.Words()
	}
	return words
}
