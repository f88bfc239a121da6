package spec

import (
	"context"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// A request that completed without its event is reported as just that; a request whose event was set is not, however
// late.
func TestCompletedWithoutItsEvent(t *testing.T) {
	over, cancel := context.WithCancel(context.Background())
	cancel()
	object := &pendingObject{status: nd2.Canceled}
	pending := func(*nd2.Overlapped) nd2.Status { return nd2.Pending }
	said := fails(t, func() { Start(over, object, pending).Wait() })
	if want := "GetOverlappedResult returns ND_CANCELED, but its event was never set"; !strings.Contains(said, want) {
		t.Errorf("it says %q, which lacks %q", said, want)
	}
	told := Start(over, object, pending)
	told.Event.Set()
	if s := told.Wait(); s != nd2.Canceled {
		t.Errorf("%v", s)
	}
}

// TestTheMethodIsRemembered shows that it is known of a request by which method it was made, however
// many calls have been made since.
func TestTheMethodIsRemembered(t *testing.T) {
	r := trace.NewRecorder()
	calling.Store(r)
	t.Cleanup(func() { calling.Store(nil) })
	var adapter, object nd2.Unknown
	trace.Provider(r, oneProvider{}, "").OpenAdapter(nd2.IIDAdapter, 1, &adapter)
	adapter.(nd2.Adapter).CreateConnector(nd2.IIDConnector, nil, &object)
	connector := object.(nd2.Connector)
	op := Start(t.Context(), connector, connector.NotifyDisconnect)
	for range 100 {
		connector.Reject(nil)
	}
	if want := "the end of IND2Connector::NotifyDisconnect"; op.point() != want {
		t.Errorf("%s", op.point())
	}
}

type oneProvider struct{ nd2.Provider }

func (oneProvider) OpenAdapter(_ nd2.GUID, _ uint64, o *nd2.Unknown) nd2.Status {
	*o = oneAdapter{}
	return nd2.Success
}

type oneAdapter struct{ nd2.Adapter }

func (oneAdapter) CreateConnector(_ nd2.GUID, _ nd2.OverlappedFile, o *nd2.Unknown) nd2.Status {
	*o = oneConnector{}
	return nd2.Success
}

type oneConnector struct{ nd2.Connector }

func (oneConnector) NotifyDisconnect(*nd2.Overlapped) nd2.Status { return nd2.Pending }
func (oneConnector) Reject([]byte) nd2.Status                    { return nd2.Success }
