package wire

import (
	"bufio"
	"io"

	"google.golang.org/protobuf/encoding/protodelim"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// Read reads one message, each of which is behind its length, from a pipe.
func Read(from *bufio.Reader, m proto.Message) error {
	return protodelim.UnmarshalOptions{MaxSize: MaxFrame}.UnmarshalFrom(from, m)
}

// Write writes one, with one call of to's Write.
func Write(to io.Writer, m proto.Message) error {
	text := protowire.AppendVarint(nil, uint64(proto.Size(m)))
	text, err := proto.MarshalOptions{}.MarshalAppend(text, m)
	if err != nil {
		return err
	}
	_, err = to.Write(text)
	return err
}
