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

// SeedWords says by which seed and draw a run is made, and which challenge gives the seed, if one does. A draw of 0
// goes without saying.
func SeedWords(seed int64, draw uint64, challenge string) string {
	words := fmt.Sprintf("seed %d", seed)
	if challenge != "" {
		words += " of challenge " + challenge
	}
	if draw != 0 {
		words += fmt.Sprintf(", draw %d", draw)
	}
	return words
}
