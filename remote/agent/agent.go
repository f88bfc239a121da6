package agent

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/ndconform/ndconform/remote/internal/rpc"
	"github.com/ndconform/ndconform/remote/keys"
	"github.com/ndconform/ndconform/remote/wire"
)

// A Config configures an agent.
type Config struct {
	// Session is the command that serves a session on its standard input and output, with host.Serve.
	Session []string
	// Memory limits the memory of a session's process, in bytes; 0 means no limit.
	Memory int64
	// Keys is the directory of the agent's key and its known clients.
	Keys string
	// TokenLifetime is how long the pairing token is valid.
	TokenLifetime time.Duration
}

const (
	// mostSessions limits the sessions of a run at a time, on however many connections.
	mostSessions = 256
	// ping is how long a connection may be silent before it is probed, pong how long the answer may take: a
	// run whose machine is gone should be noticed soon, but a busy machine may answer late.
	ping = 5 * time.Second
	pong = 20 * time.Second
)

// An Agent serves a provider's adapters to runs elsewhere.
type Agent struct {
	config Config
	own    *keys.Identity
	token  *keys.Token
	runs   runs
	server *grpc.Server
}

// New returns an agent, and makes its key if there is none.
func New(c Config) (*Agent, error) {
	own, err := keys.Own(c.Keys)
	if err != nil {
		return nil, err
	}
	a := &Agent{config: c, own: own, token: keys.NewToken(c.TokenLifetime)}
	a.server = grpc.NewServer(
		grpc.ForceServerCodec(rpc.Codec{}), grpc.Creds(credentials.NewTLS(keys.ServerTLS(own))),
		grpc.MaxRecvMsgSize(rpc.MaxMessage), grpc.MaxSendMsgSize(rpc.MaxMessage),
		grpc.InitialWindowSize(rpc.Window), grpc.InitialConnWindowSize(rpc.Window),
		grpc.MaxConcurrentStreams(mostSessions), grpc.ConnectionTimeout(10*time.Second), grpc.MaxHeaderListSize(64<<10),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: ping, Timeout: pong}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: ping, PermitWithoutStream: true}))
	rpc.Register(a.server, a)
	return a, nil
}

// Fingerprint returns the fingerprint of the agent's key.
func (a *Agent) Fingerprint() string { return a.own.Fingerprint }

// Token returns the pairing token.
func (a *Agent) Token() string { return a.token.String() }

// Serve serves until the context ends, and returns when all sessions have.
func (a *Agent) Serve(ctx context.Context, on net.Listener) error {
	defer context.AfterFunc(ctx, a.server.Stop)()
	err := a.server.Serve(on)
	if errors.Is(err, grpc.ErrServerStopped) || ctx.Err() != nil {
		return nil
	}
	return err
}

// caller returns the fingerprint of a call's key, and the address it came from.
func caller(ctx context.Context) (fingerprint, from string, err error) {
	p, ok := peer.FromContext(ctx)
	if !ok {
		return "", "", status.Error(codes.Unauthenticated, "the call comes from nowhere")
	}
	info, ok := p.AuthInfo.(credentials.TLSInfo)
	if !ok {
		return "", "", status.Error(codes.Unauthenticated, "the call comes without TLS")
	}
	c, err := keys.Presented(info.State.PeerCertificates)
	if err != nil {
		return "", "", status.Error(codes.Unauthenticated, err.Error())
	}
	return keys.Fingerprint(c), p.Addr.String(), nil
}

// Pair implements [rpc.Server].
func (a *Agent) Pair(ctx context.Context, token string) (host string, err error) {
	fingerprint, from, err := caller(ctx)
	if err != nil {
		return "", err
	}
	if err := a.token.Redeem(token); err != nil {
		return "", status.Error(codes.PermissionDenied, err.Error())
	}
	if err := keys.AddClient(a.config.Keys, fingerprint, from); err != nil {
		return "", status.Error(codes.Internal, err.Error())
	}
	host, _ = os.Hostname()
	return host, nil
}

// admit checks the client that asks for a session, before anything else from it is read.
func (a *Agent) admit(ctx context.Context) (from string, err error) {
	fingerprint, from, err := caller(ctx)
	if err != nil {
		return "", err
	}
	known, err := keys.KnowsClient(a.config.Keys, fingerprint)
	if err != nil {
		return "", status.Error(codes.Internal, err.Error())
	}
	if !known {
		return "", status.Errorf(codes.PermissionDenied,
			"the key %s is not known here: pair with the agent, by the command that it prints when it starts", fingerprint)
	}
	return from, nil
}

// oneRelease is the advice for a client of another release.
const oneRelease = "use one release on both machines"

// fits checks that a client's first message opens a session with this agent's protocol, and returns the run.
func fits(first []byte) (run string, err error) {
	frame, _, err := wire.CutFrame(first)
	if err != nil || wire.KindOf(frame) != wire.KindOpen {
		return "", status.Error(codes.InvalidArgument, "the first message does not open the session: "+oneRelease)
	}
	o, err := wire.Unmarshal[wire.Open](frame)
	build := wire.Build()
	switch {
	case err != nil:
		return "", status.Errorf(codes.InvalidArgument, "the first message is %v: %s", err, oneRelease)
	case o.Protocol != wire.Protocol:
		return "", status.Errorf(codes.FailedPrecondition,
			"the agent speaks version %d of the protocol (%s), and the run version %d (%s): %s",
			wire.Protocol, build, o.Protocol, o.Build, oneRelease)
	case o.Build != build:
		return "", status.Errorf(codes.FailedPrecondition, "the agent is of the build %s, and the run of %s: %s", build,
			o.Build, oneRelease)
	case o.Run == "":
		return "", status.Error(codes.InvalidArgument, "the session belongs to no run")
	}
	return o.Run, nil
}

// Listen listens at HOST:PORT. Without a host, that is the loopback network.
func Listen(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%w; it must be of the form HOST:PORT", err)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.Listen("tcp", net.JoinHostPort(host, port))
}
