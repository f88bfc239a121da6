package child_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"github.com/ndconform/ndconform/internal/child"
)

// A failed start is repeated, but not forever.
func TestAWorkerIsStartedAgain(t *testing.T) {
	busy := errors.New("text file busy")
	for _, c := range []struct {
		name         string
		fails, tries int
		want         error
	}{
		{"at once", 0, 1, nil},
		{"late", 2, 3, nil},
		{"never", 9, 3, busy},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tries := 0
				err := child.Persist(t.Context(), func() error {
					tries++
					if tries <= c.fails {
						return busy
					}
					return nil
				})
				if !errors.Is(err, c.want) || tries != c.tries {
					t.Errorf("%d tries, error %v, not %d and %v", tries, err, c.tries, c.want)
				}
			})
		})
	}
}

// A run that was told to stop starts nothing.
func TestAStoppedCallerStartsNothingAgain(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	busy := errors.New("text file busy")
	tries := 0
	err := child.Persist(ctx, func() error {
		tries++
		stop()
		return busy
	})
	if tries != 1 || !errors.Is(err, busy) {
		t.Errorf("%d tries, error %v", tries, err)
	}
}
