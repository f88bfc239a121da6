// Package wire is the protocol between a run and the far side of a session: frames of bytes,
// each one message.
//
// A message is its [Kind] and its values in sequence. The client sends one Open, then Calls:
// an id, the object, the method and the method's parameters. The far side sends one Opened,
// then Replies (the id, the return value, and the values left behind pointers), Events,
// Packets and Callbacks in the order in which they happen, and at last Ended. A host that the
// client has started sends a Greeting first. A parameter's type decides how it is written:
// remote/internal/generate generates the code for each method and structure from the packages
// nd2, nd1 and ndk.
//
// Any transport that carries frames in order will do: see [Conn].
package wire

//go:generate go run ../internal/generate
