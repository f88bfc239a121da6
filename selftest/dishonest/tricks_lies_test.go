package dishonest

import (
	"bytes"
	"flag"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/wire"
)

// The tricks of a host that says what it wants to.
func init() {
	for name, says := range map[string]lie{
		"gives all memory at one place": func(say func([]byte), m wire.Method, _ uint64, reply []byte) {
			if m == wire.Allocate {
				reply = atBeginning(reply)
			}
			say(reply)
		},
		"says each reply twice": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) { say(reply); say(reply) },
		"answers the next call": func(say func([]byte), _ wire.Method, id uint64, reply []byte) {
			say(reply)
			say(replyTo(id+1, reply))
		},
		"answers the last call": func(say func([]byte), _ wire.Method, id uint64, reply []byte) { say(replyTo(id-1, reply)) },
		"answers late": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) {
			time.AfterFunc(10*time.Millisecond, func() { say(reply) })
		},
		"floods with events": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) {
			for n := range uint64(1000) {
				say(message(wire.KindEvent, func(w *wire.Writer) { wire.PutEvent(w, wire.Event{Overlapped: n, Set: true}) }))
			}
			say(reply)
		},
		"floods with packets": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) {
			for n := range uint64(100) {
				say(message(wire.KindPacket, func(w *wire.Writer) { wire.PutPacket(w, wire.Packet{File: n, Overlapped: n}) }))
			}
			say(reply)
		},
		"calls functions that it was not given": func(say func([]byte), _ wire.Method, id uint64, reply []byte) {
			say(message(wire.KindCallback, func(w *wire.Writer) {
				wire.PutCallback(w, wire.Callback{ID: id, Function: id, Object: wire.Out{Object: id, Kind: wire.IsNDKPD}})
			}))
			say(reply)
		},
		"ends the session and goes on": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) {
			say(wire.Marshal(wire.KindEnded, wire.Ended{Reason: "all is well", Refused: true}))
			say(reply)
		},
		"opens another session": func(say func([]byte), _ wire.Method, _ uint64, reply []byte) {
			say(wire.Marshal(wire.KindOpened, wire.Opened{Version: "2"}))
			say(reply)
		},
		"says as much as a frame may hold": func(say func([]byte), _ wire.Method, id uint64, reply []byte) {
			say(replyTo(id, make([]byte, wire.MaxFrame/2)))
			say(reply)
		},
		"says that it holds nothing": usage(0),
		"says that it holds all":     usage(^uint64(0)),
	} {
		behind[name] = trick{says: says}
	}
}

// usage says what the host holds.
func usage(n uint64) lie {
	return func(say func([]byte), m wire.Method, id uint64, reply []byte) {
		if m == wire.Usage {
			reply = message(wire.KindReply, func(w *wire.Writer) {
				wire.PutUint(w, id)
				wire.PutUint(w, n)
				wire.PutUint(w, n)
			})
		}
		say(reply)
	}
}

func message(k wire.Kind, put func(*wire.Writer)) []byte {
	m := wire.Begin(k)
	put(&m)
	return m.Bytes
}

// replyTo is a reply, to another call.
func replyTo(id uint64, reply []byte) []byte {
	r := wire.Rest(reply)
	own := message(wire.KindReply, func(w *wire.Writer) { wire.PutUint(w, wire.Uint[uint64](&r)) })
	other := message(wire.KindReply, func(w *wire.Writer) { wire.PutUint(w, id) })
	return append(other, reply[min(len(own), len(reply)):]...)
}

// atBeginning places memory where the memory begins that both sides have.
func atBeginning(reply []byte) []byte {
	r := wire.Rest(reply)
	id, text := wire.Uint[uint64](&r), wire.Bytes(&r)
	number, address, shared := wire.Uint[uint64](&r), wire.Uint[uint64](&r), wire.Bool(&r)
	return message(wire.KindReply, func(w *wire.Writer) {
		wire.PutUint(w, id)
		wire.PutBytes(w, text)
		wire.PutUint(w, number)
		wire.PutUint(w, address)
		wire.PutBool(w, shared)
		if shared {
			wire.PutUint(w, uint64(0))
		}
	})
}

// A liar is a host's connection, which lies from the first queue on that a spec may have created.
type liar struct {
	wire.Conn
	says    lie
	sending sync.Mutex

	mu     sync.Mutex
	calls  map[uint64]wire.Method
	begins bool
}

func (l *liar) Receive() ([]byte, error) {
	m, err := l.Conn.Receive()
	if wire.KindOf(m) == wire.KindCall {
		r := wire.Rest(m)
		id, _, method := wire.Uint[uint64](&r), wire.Uint[uint64](&r), wire.Uint[wire.Method](&r)
		l.mu.Lock()
		l.calls[id] = method
		l.mu.Unlock()
	}
	return m, err
}

// Send says something else, if it is a reply. What can't be said any more is no loss.
func (l *liar) Send(frame []byte) error {
	r := wire.Rest(frame)
	id := wire.Uint[uint64](&r)
	l.mu.Lock()
	method := l.calls[id]
	l.begins = l.begins || method == wire.AdapterCreateCompletionQueue
	lies := l.begins || method == wire.Allocate || method == wire.Usage
	l.mu.Unlock()
	if wire.KindOf(frame) != wire.KindReply || !lies {
		return l.say(frame)
	}
	mark()
	l.says(func(frame []byte) { _ = l.say(frame) }, method, id, bytes.Clone(frame))
	return nil
}

func (l *liar) say(frame []byte) error {
	l.sending.Lock()
	defer l.sending.Unlock()
	return l.Conn.Send(frame)
}

// beLiar is a host that lies, with the arguments of one.
func beLiar(args []string, says lie) error {
	flags := flag.NewFlagSet("host", flag.ContinueOnError)
	selector, descriptors := flags.String("provider", "", ""), flags.String("descriptors", "", "")
	flags.Uint64("session-memory", 0, "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	var files []*os.File
	for _, text := range strings.Split(*descriptors, ",") {
		descriptor, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			return err
		}
		files = append(files, child.Inherited(uintptr(descriptor)))
	}
	config := host.Config{Limits: host.DefaultLimits, Open: func() (providers.Instance, error) {
		s, err := providers.ParseSelector(*selector)
		if err != nil {
			return nil, err
		}
		return s.Open()
	}}
	conn, err := config.Greet(files)
	if err != nil {
		return err
	}
	return host.Serve(&liar{Conn: conn, says: says, calls: map[uint64]wire.Method{}}, config)
}
