// Package rpc carries sessions over gRPC: a message of a session's stream is bytes, the frames
// available at the time as [wire.AppendFrame] appends them.
package rpc

import (
	"bytes"
	"context"

	"google.golang.org/grpc"

	"github.com/ndconform/ndconform/remote/wire"
)

// A Server is implemented by an agent.
type Server interface {
	// Pair makes the caller's key known to the agent, once for each token. It returns the name of
	// the agent's host, for people.
	Pair(ctx context.Context, token string) (host string, err error)
	// Session is one process's use of the provider: everything ends with the stream.
	Session(stream grpc.ServerStream) error
}

const (
	// name contains the protocol's number, so that no release mistakes another's messages.
	name    = "ndconform.remote.Agent4"
	pair    = "Pair"
	session = "Session"
)

const (
	// MaxMessage limits a message, in bytes.
	MaxMessage = wire.MaxFrame + 1<<17
	// Window is how many bytes one side may send ahead. Without it, gRPC measures a good window
	// with each message, by a ping that costs as much as the message.
	Window = wire.MaxFrame
)

// Register has a server serve.
func Register(with grpc.ServiceRegistrar, s Server) {
	with.RegisterService(&grpc.ServiceDesc{
		ServiceName: name, HandlerType: (*Server)(nil),
		Methods: []grpc.MethodDesc{{MethodName: pair, Handler: paired}},
		Streams: []grpc.StreamDesc{{
			StreamName: session, ServerStreams: true, ClientStreams: true,
			Handler: func(_ any, stream grpc.ServerStream) error { return s.Session(stream) },
		}},
	}, s)
}

// paired serves a call of Pair.
//
//nolint:revive // gRPC's order
func paired(s any, ctx context.Context, take func(any) error, _ grpc.UnaryServerInterceptor) (any, error) {
	var token []byte
	if err := take(&token); err != nil {
		return nil, err
	}
	host, err := s.(Server).Pair(ctx, string(token))
	text := []byte(host)
	return &text, err
}

// Pair makes this side's key known to the agent.
func Pair(ctx context.Context, connection *grpc.ClientConn, token string) (host string, err error) {
	text, reply := []byte(token), []byte(nil)
	err = connection.Invoke(ctx, "/"+name+"/"+pair, &text, &reply, grpc.ForceCodec(Codec{}))
	return string(reply), err
}

// Session begins a session, which ends with ctx.
func Session(ctx context.Context, connection *grpc.ClientConn) (wire.Conn, error) {
	both := &grpc.StreamDesc{ServerStreams: true, ClientStreams: true}
	stream, err := connection.NewStream(ctx, both, "/"+name+"/"+session, grpc.ForceCodec(Codec{}))
	if err != nil {
		return nil, err
	}
	return &conn{ClientStream: stream}, nil
}

// A Codec passes messages as bytes.
type Codec struct{}

// Marshal implements [encoding.Codec].
func (Codec) Marshal(m any) ([]byte, error) { return *m.(*[]byte), nil }

// Unmarshal implements [encoding.Codec].
func (Codec) Unmarshal(text []byte, m any) error {
	*m.(*[]byte) = bytes.Clone(text)
	return nil
}

// Name implements [encoding.Codec].
func (Codec) Name() string { return "ndconform" }

// conn is a client's side of a session.
type conn struct {
	grpc.ClientStream
	rest []byte // of a message that has come
}

// Send implements [wire.Conn].
func (c *conn) Send(frame []byte) error {
	m := wire.AppendFrame(nil, frame)
	return c.SendMsg(&m)
}

// Receive implements [wire.Conn].
func (c *conn) Receive() (frame []byte, err error) {
	for len(c.rest) == 0 {
		if err := c.RecvMsg(&c.rest); err != nil {
			return nil, err
		}
	}
	frame, c.rest, err = wire.CutFrame(c.rest)
	return frame, err
}
