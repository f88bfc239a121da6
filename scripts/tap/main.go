// Command tap is a TCP proxy between a run and its agent that does what a bad network does:
//
//	tap LISTEN AGENT
//
// It prints "ready", and reads commands from its standard input, one a line, until that ends:
//
//	pass   forward everything; the default
//	cut    forward nothing on new connections, and never again on existing ones
//	slow   forward everything a tenth of a second late
//	garble change a byte of what comes next on each existing connection
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"time"

	"github.com/ndconform/ndconform/internal/timeout"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "tap:", err)
		os.Exit(1)
	}
}

func run(arguments []string) error {
	if len(arguments) != 2 {
		return errors.New("usage: tap LISTEN AGENT")
	}
	on, err := net.Listen("tcp", arguments[0])
	if err != nil {
		return err
	}
	defer on.Close()
	n := &network{}
	go n.serve(on, arguments[1])
	fmt.Println("ready")
	for words := bufio.NewScanner(os.Stdin); words.Scan(); {
		n.set(words.Text())
	}
	return nil
}

// delay is that of a slow network.
const delay = 100 * time.Millisecond

// A network is what all connections go through.
type network struct {
	mu   sync.Mutex
	slow bool
	cut  bool
	// lines are the directions of the existing connections.
	lines []*line
}

// A line is one direction of a connection.
type line struct{ dead, garbled bool }

func (n *network) set(word string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut, n.slow = word == "cut", word == "slow"
	for _, l := range n.lines {
		l.dead = l.dead || n.cut
		l.garbled = word == "garble"
	}
}

func (n *network) serve(on net.Listener, agent string) {
	for {
		run, err := on.Accept()
		if err != nil {
			return
		}
		to, err := net.Dial("tcp", agent)
		if err != nil {
			run.Close() // as if nobody listened
			continue
		}
		go n.carry(run, to)
		go n.carry(to, run)
	}
}

// carry forwards one direction. A dead line stays open, so that neither side notices.
func (n *network) carry(from, to net.Conn) {
	l := n.line()
	buffer := make([]byte, 64<<10)
	for {
		count, err := from.Read(buffer)
		dead, garbled, slow := n.state(l)
		if dead {
			return
		}
		if err != nil {
			to.Close()
			return
		}
		if garbled {
			buffer[count/2] ^= 1
		}
		if slow {
			timeout.Sleep(context.Background(), delay)
		}
		if _, err := to.Write(buffer[:count]); err != nil {
			from.Close()
			return
		}
	}
}

func (n *network) line() *line {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := &line{dead: n.cut}
	n.lines = append(n.lines, l)
	return l
}

// state returns what to do with what has been read.
func (n *network) state(l *line) (dead, garbled, slow bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	garbled = l.garbled
	l.garbled = false
	return l.dead, garbled, n.slow
}
