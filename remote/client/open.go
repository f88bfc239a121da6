package client

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote"
	"github.com/ndconform/ndconform/remote/address"
	"github.com/ndconform/ndconform/remote/internal/rpc"
	"github.com/ndconform/ndconform/remote/wire"
)

func init() { providers.Register("remote", factory) }

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	var a address.Address
	flags.StringVar(&a.At, "address", "", "where the agent listens, HOST:PORT")
	flags.StringVar(&a.Fingerprint, "fingerprint", "",
		"the fingerprint of the agent's key, as it prints it; that of the pairing if none is given")
	flags.StringVar(&a.Keys, "keys", "",
		"the `directory` that this side's key and the agents it knows are in; by default, one in the user's configuration")
	return func() (providers.Instance, error) { return open(a) }
}

const (
	// restartTime is how long to wait for an agent if nothing listens: it may be restarting.
	restartTime = 5 * time.Second
	// silence is how long to wait for an agent that does not answer: the network may come back.
	silence = 30 * time.Second
)

func open(a address.Address) (providers.Instance, error) {
	connection, err := a.Dial()
	if err != nil {
		return nil, err
	}
	i, err := beginRepeatedly(connection)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the agent at %s: %w", a.At, address.Plain(err)), connection.Close())
	}
	return i.offering(), nil
}

// firstPause and lastPause are the shortest and the longest pause between two tries.
const (
	firstPause = 50 * time.Millisecond
	lastPause  = time.Second
)

// beginRepeatedly tries again while the agent does not answer.
func beginRepeatedly(connection *grpc.ClientConn) (*instance, error) {
	began := time.Now()
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		i, err := begin(connection)
		if err == nil {
			return i, nil
		}
		rest := limit(err) - time.Since(began)
		if rest <= 0 {
			return nil, err
		}
		ctx, cancel := context.WithTimeout(context.Background(), min(rest, pause))
		connection.WaitForStateChange(ctx, connectivity.TransientFailure)
		<-ctx.Done() // an agent may listen and hang up at once: pause
		cancel()
	}
}

// limit returns how long to try, given how the last try failed. gRPC tells that in words only.
func limit(err error) time.Duration {
	says := func(words string) bool { return strings.Contains(err.Error(), words) }
	switch {
	case status.Code(err) != codes.Unavailable:
		return 0 // the agent has answered
	case says("no such host"):
		return 0
	case says("connection refused"), says("actively refused"): // Windows' words
		return restartTime
	case says("handshake failed") && !says("deadline exceeded") && !says("EOF") && !says("connection reset"):
		return 0 // it has shown another key than this side knows
	}
	return silence
}

// begin opens a session on a connection.
func begin(connection *grpc.ClientConn) (*instance, error) {
	ctx, cancel := context.WithCancel(context.Background())
	conn, err := rpc.Session(ctx, connection)
	if err != nil {
		cancel()
		return nil, err
	}
	i, err := over(Far{
		Conn: conn, Name: "the agent",
		End: connectionEnded,
		HangUp: func() error {
			cancel()
			return connection.Close()
		},
		Cut: func(error) { cancel() },
	})
	if err != nil {
		cancel()
	}
	return i, err
}

// connectionEnded says how the connection to an agent ended.
func connectionEnded(err error) (reason, trace string) {
	if err == nil {
		return "", ""
	}
	return "the connection to the agent ended: " + address.Plain(err).Error(), ""
}

// Over opens a session with a far side of any kind, and returns the provider there.
func Over(far Far) (providers.Instance, error) {
	i, err := over(far)
	if err != nil {
		return nil, err
	}
	return i.offering(), nil
}

// openLimit is how long a far side may take to open its provider and tell its time.
var openLimit = time.Minute

// over opens a session. It cuts off a far side that takes too long.
func over(far Far) (*instance, error) {
	i := &instance{session: newSession(far)}
	until := time.Now().Add(openLimit)
	errLate := fmt.Errorf("%s has opened no provider, or does not say what time it is, after %v", far.Name, openLimit)
	opening := time.AfterFunc(openLimit, func() { far.Cut(errLate) })
	var err error
	i.opened, err = i.open(wire.Open{Protocol: wire.Protocol, Build: wire.Build(), Run: remote.Run()})
	if !opening.Stop() {
		return nil, errLate // it was cut off, whatever it has said
	}
	if err == nil && far.Loaded != nil {
		i.file, err = far.Loaded(i.opened.File)
	}
	if err != nil {
		return nil, err
	}
	go i.listen()
	asking := time.AfterFunc(time.Until(until), func() {
		i.leave(nil, errLate.Error(), "") // before its end is noticed
		far.Cut(errLate)
	})
	i.compareClocks()
	if !asking.Stop() {
		return nil, errLate
	}
	return i, nil
}
