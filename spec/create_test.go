package spec

import (
	"testing"

	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/nd2"
)

// What a spec has created by itself is released once, though the spec fails before it
// would have released it.
func TestOwn(t *testing.T) {
	for _, early := range []bool{false, true} {
		ctx, end := running()
		object, file := new(counted), new(closedFile)
		release, closeFile := Own(ctx, object), OwnFile(ctx, file)
		if early {
			release()
			release()
			closeFile()
		}
		end()
		if object.releases != 1 || file.closed != 1 {
			t.Errorf("released %d times, closed %d times", object.releases, file.closed)
		}
	}
}

// An object that a provider has not given fails the spec, and is not released at its end.
func TestOwnNothing(t *testing.T) {
	ctx, end := running()
	var object nd2.Unknown
	fails(t, func() { Own(ctx, object) })
	end()
}

// A closedFile counts how often it is closed.
type closedFile struct {
	nd2.OverlappedFile
	closed int
}

func (f *closedFile) Close() nd2.Status {
	f.closed++
	return nd2.Success
}

// What a spec owns is released once, by the spec or at its end.
func TestCreateOwn(t *testing.T) {
	for _, early := range []bool{false, true} {
		ctx, end := running()
		object := new(counted)
		got, release := createOwn[nd2.Connector](ctx,
			ndclient.Creation{Method: "Create", Call: func(out *nd2.Unknown) nd2.Status {
				*out = object
				return nd2.Success
			}})
		if got != nd2.Connector(object) {
			t.Errorf("returns %v", got)
		}
		if early {
			release()
			release()
		}
		end()
		if object.releases != 1 {
			t.Errorf("released %d times", object.releases)
		}
	}
	ctx, _ := running()
	fails(t, func() {
		createOwn[nd2.Connector](ctx, ndclient.Creation{Method: "Create", Call: func(*nd2.Unknown) nd2.Status {
			return nd2.NoMemory
		}})
	})
	fails(t, func() {
		createOwn[nd2.Listener](ctx, ndclient.Creation{Method: "Create", Call: func(out *nd2.Unknown) nd2.Status {
			*out = new(counted)
			return nd2.Success
		}})
	})
}
