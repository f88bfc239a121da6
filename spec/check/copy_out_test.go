package check

import (
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec/expect"
)

const text = "twelve bytes"

// copier is a method that copies a text out, with a flaw or none.
func copier(flaw string) CopyOut {
	return func(b []byte, size *uint32) nd2.Status {
		given := *size
		*size = uint32(len(text))
		if flaw == "size" && given > *size {
			*size = given
		}
		if given < uint32(len(text)) {
			switch flaw {
			case "partial":
				copy(b, text)
			case "needed":
				*size = given
			case "success":
				return nd2.Success
			case "absurd":
				*size = 0x5c5c5c5c
			}
			return nd2.BufferOverflow
		}
		copy(b, text)
		switch flaw {
		case "behind":
			b[:given+1][given] = 0
		case "cleared":
			clear(b[len(text):])
		case "shorter":
			*size -= min(given-*size, 5) // the less, the larger the buffer
		case "nothing":
			*size = 0
		case "less":
			*size = 2 // whatever has been copied out
		}
		return nd2.Success
	}
}

// needing is a method that asks for more room than it uses.
func needing(room uint32, get CopyOut) CopyOut {
	return func(b []byte, size *uint32) nd2.Status {
		if *size < room {
			*size = room
			return nd2.BufferOverflow
		}
		return get(b, size)
	}
}

func TestCopyOut(t *testing.T) {
	ExpectOverflow(copier(""))
	whole := func(used []byte) { expect.Expect(string(used)).To(expect.Equal(text), "what is used") }
	ExpectSizeUsed(copier(""), whole)
	ExpectSizeUsed(copier("cleared"), whole) // the rest of the room is the method's, too
	for flaw, message := range map[string]string{
		"partial": "the buffer of",
		"needed":  "the size that is needed",
		"absurd":  "the size that is needed",
		"success": "without a buffer",
	} {
		says(t, fails(t, func() { ExpectOverflow(copier(flaw)) }), message)
	}
	ExpectSizeUsed(needing(16, copier("")), whole)
	for flaw, message := range map[string]string{
		"size": "the size used", "nothing": "the size used", "less": "what is used",
		"shorter": "what was copied out", "behind": "what is behind the room given",
	} {
		says(t, fails(t, func() { ExpectSizeUsed(copier(flaw), whole) }), message)
	}
}

// Beside a code that tells no size, the room is found without it.
func TestTheLeastRoom(t *testing.T) {
	const misleading = 0x5c5c5c5c
	room := leastRoom(func(b []byte, size *uint32) nd2.Status {
		*size = misleading
		if len(b) < 12 {
			return nd2.Unsuccessful
		}
		return nd2.Success
	})
	if room != 12 {
		t.Errorf("12 bytes are needed, and %d found", room)
	}
	if room := leastRoom(func([]byte, *uint32) nd2.Status { return nd2.ConnectionInvalid }); room != roomForAll {
		t.Errorf("%d bytes are enough for a method that always fails", room)
	}
}
