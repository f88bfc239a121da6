package keys

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"sync"
	"time"
)

// A Token lets one client pair, until it expires.
type Token struct {
	mu      sync.Mutex
	text    string
	expires time.Time
	tries   int
}

// tokenTries is after how many wrong tokens the right token is refused, too.
const tokenTries = 10

// NewToken returns a token that is valid for lifetime.
func NewToken(lifetime time.Duration) *Token {
	return &Token{text: rand.Text(), expires: time.Now().Add(lifetime)}
}

// String returns the token.
func (t *Token) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text
}

// Redeem uses the token up. An error says why it is refused, and what to do.
func (t *Token) Redeem(text string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	const again = "; start the agent again for another one"
	switch {
	case t.text == "":
		return errors.New("the pairing token has been used" + again)
	case time.Now().After(t.expires):
		return errors.New("the pairing token has expired" + again)
	case subtle.ConstantTimeCompare([]byte(text), []byte(t.text)) != 1:
		if t.tries++; t.tries >= tokenTries {
			t.expires = time.Time{}
		}
		return errors.New("the pairing token differs from the agent's")
	}
	t.text = ""
	return nil
}
