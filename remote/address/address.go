package address

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/remote/internal/rpc"
	"github.com/ndconform/ndconform/remote/keys"
)

// An Address says where an agent is and how its identity is known.
type Address struct {
	// At is HOST:PORT.
	At string
	// Fingerprint is the fingerprint of the agent's key; empty means the fingerprint noted
	// when pairing.
	Fingerprint string
	// Keys is the directory of this side's key and its known agents; empty means a directory
	// in the user's configuration.
	Keys string
}

// again is the pause before another try to connect. Pauses may be short: hardly anybody else
// tries to reach the same agent.
var again = backoff.Config{BaseDelay: 200 * time.Millisecond, Multiplier: 1.6, Jitter: 0.2, MaxDelay: 2 * time.Second}

// Dial returns a connection, which is established on first use.
func (a Address) Dial() (*grpc.ClientConn, error) {
	if _, _, err := net.SplitHostPort(a.At); err != nil {
		return nil, fmt.Errorf("address=%s: %w; say where the agent listens, as HOST:PORT", a.At, err)
	}
	directory, err := a.directory()
	if err != nil {
		return nil, err
	}
	own, err := keys.Own(directory)
	if err != nil {
		return nil, err
	}
	fingerprint := a.Fingerprint
	if fingerprint == "" {
		fingerprint, err = keys.Agent(directory, a.At)
	}
	if err != nil {
		return nil, err
	}
	if fingerprint == "" {
		return nil,
			fmt.Errorf("the agent at %s is not known here: pair with it, by the command that it prints when it starts", a.At)
	}
	return grpc.NewClient("passthrough:///"+a.At,
		grpc.WithTransportCredentials(credentials.NewTLS(keys.ClientTLS(own, fingerprint))),
		grpc.WithConnectParams(grpc.ConnectParams{Backoff: again, MinConnectTimeout: 5 * time.Second}),
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: 10 * time.Second, Timeout: 20 * time.Second}),
		grpc.WithInitialWindowSize(rpc.Window), grpc.WithInitialConnWindowSize(rpc.Window),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(rpc.MaxMessage)),
		grpc.WithDefaultCallOptions(grpc.MaxCallSendMsgSize(rpc.MaxMessage)))
}

func (a Address) directory() (string, error) {
	if a.Keys != "" {
		return a.Keys, nil
	}
	return keys.Directory()
}

// Pair makes this side's key known to the agent, and the agent's to this side. It returns
// the name of the agent's host.
func (a Address) Pair(ctx context.Context, token string) (host string, err error) {
	if a.Fingerprint == "" {
		return "", errors.New("pairing needs the fingerprint that the agent prints: use --fingerprint=FINGERPRINT")
	}
	connection, err := a.Dial()
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, connection.Close()) }()
	host, err = rpc.Pair(ctx, connection, token)
	if err != nil {
		return "", fmt.Errorf("the agent at %s: %w", a.At, Plain(err))
	}
	directory, err := a.directory()
	if err != nil {
		return "", err
	}
	return host, keys.AddAgent(directory, a.At, a.Fingerprint)
}

// Plain returns an error's text without gRPC's wrapping.
func Plain(err error) error {
	s, ok := status.FromError(err)
	if !ok {
		return err
	}
	text := s.Message()
	if _, quoted, found := strings.Cut(text, "connection error: desc = "); found {
		if inner, err := strconv.Unquote(quoted); err == nil {
			text = strings.TrimPrefix(inner, "transport: authentication handshake failed: ")
		}
	}
	if strings.HasPrefix(text, "tls: first record") {
		text = "what listens there is no agent: " + text
	}
	return errors.New(text)
}
