package wire

import (
	"bufio"
	"io"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Read reads one message from a pipe. Each message follows its length.
func Read(from *bufio.Reader, m proto.Message) error {
	return protodelim.UnmarshalOptions{MaxSize: MaxFrame}.UnmarshalFrom(from, m)
}

// Write writes one message, with a single call of to's Write.
func Write(to io.Writer, m proto.Message) error {
	text := protowire.AppendVarint(nil, uint64(proto.Size(m)))
	text, err := proto.MarshalOptions{}.MarshalAppend(text, m)
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}
