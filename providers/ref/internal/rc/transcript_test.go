package rc

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden transcripts")

// TestTranscripts plays canonical exchanges and compares the packets, and the calls of
// the hosts, with testdata.
func TestTranscripts(t *testing.T) {
	for name, play := range map[string]func(p *pair){
		"send":          playSend,
		"write":         playWrite,
		"read":          playRead,
		"send-lost":     playSendLost,
		"ack-lost":      playAckLost,
		"read-lost":     playReadLost,
		"not-ready":     playNotReady,
		"access-denied": playAccessDenied,
		"receive-short": playReceiveShort,
		"peer-silent":   playPeerSilent,
	} {
		t.Run(name, func(t *testing.T) {
			c := defaults()
			c.Retries = 2
			p := connect(t, c)
			var lines strings.Builder
			log := func(format string, args ...any) {
				fmt.Fprintf(&lines, "%6d %s\n", p.now, fmt.Sprintf(format, args...))
			}
			p.a.log, p.b.log = log, log
			play(p)
			compare(t, filepath.Join("testdata", name+".txt"), lines.String())
		})
	}
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s", path, got, want)
	}
}

// lose drops the oldest packet of a side, and says so.
func (p *pair) lose(from end) {
	from.log("%s's packet %d is lost", from.name, from.sent.at(0).packet.PSN)
	p.drop(from)
}

func playSend(p *pair) {
	p.b.receive(0)
	p.b.receive(600)
	p.b.receive(600)
	window := p.b.region(10, true, true)
	p.post(p.a, Request{Kind: Send}, nil)
	p.post(p.a, Request{Kind: Send, Solicited: true}, pattern(0, 600))
	p.post(p.a, Request{Kind: SendInvalidate, InvalidateKey: window}, pattern(0, 300))
	p.settle()
}

func playWrite(p *pair) {
	key := p.b.region(1000, false, true)
	p.post(p.a, Request{Kind: Write, RemoteKey: key, RemoteAddress: p.b.regions[key].base}, pattern(0, 1000))
	p.post(p.a, Request{Kind: Write}, nil)
	p.settle()
}

func playRead(p *pair) {
	key := p.b.region(1000, true, false)
	p.post(p.a, Request{Kind: Read, RemoteKey: key, RemoteAddress: p.b.regions[key].base}, make([]byte, 700))
	p.post(p.a, Request{Kind: Read}, nil)
	p.post(p.a, Request{Kind: Invalidate, Fence: true}, nil)
	p.settle()
}

func playSendLost(p *pair) {
	p.b.receive(600)
	p.post(p.a, Request{Kind: Send}, pattern(0, 600))
	p.deliver(p.a)
	p.lose(p.a)
	p.finish()
}

func playAckLost(p *pair) {
	p.b.receive(600)
	p.post(p.a, Request{Kind: Send}, pattern(0, 600))
	for p.deliver(p.a) {
	}
	p.lose(p.b)
	p.finish()
}

func playReadLost(p *pair) {
	key := p.b.region(1000, true, false)
	p.post(p.a, Request{Kind: Read, RemoteKey: key, RemoteAddress: p.b.regions[key].base}, make([]byte, 1000))
	p.deliver(p.a)
	p.deliver(p.b)
	p.lose(p.b)
	p.finish()
}

func playNotReady(p *pair) {
	p.post(p.a, Request{Kind: Send}, pattern(0, 10))
	p.settle()
	p.wait()
	p.b.receive(10)
	p.finish()
}

func playAccessDenied(p *pair) {
	p.b.receive(10)
	p.post(p.a, Request{Kind: Send}, pattern(0, 10))
	p.post(p.a, Request{Kind: Write, RemoteKey: 9}, pattern(0, 300))
	p.post(p.a, Request{Kind: Send}, pattern(0, 10))
	p.post(p.b, Request{Kind: Send}, nil)
	p.finish()
}

func playReceiveShort(p *pair) {
	p.b.receive(300)
	p.post(p.a, Request{Kind: Send}, pattern(0, 600))
	p.finish()
}

func playPeerSilent(p *pair) {
	p.a.receive(10)
	p.post(p.a, Request{Kind: Send}, nil)
	p.post(p.a, Request{Kind: Read}, nil)
	for p.a.conn.State() == Connected {
		for p.a.sent.size > 0 {
			p.lose(p.a)
		}
		p.wait()
	}
}
