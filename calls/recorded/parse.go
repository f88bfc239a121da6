package recorded

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/ndconform/ndconform/nd2"
)

// notified is the method of a call that notifies of a request's end.
const notified = "Set"

// AnyStatus is the status of a line that does not say one.
const AnyStatus nd2.Status = 0xFFFFFFFF

// A Line is one call of a text, and where it is there.
type Line struct {
	Call
	// Number is that of the line, from 1, and Index that of the call, from 0, which Of refers to.
	Number, Index int
	// Thread is the thread that has made the call, 0 if there is one alone. After is how many calls had ended when this
	// call began, and End the place of its end among all ends, from 0.
	Thread     uint32
	After, End int
	// Awaited says that another line may wait for the end of the call's request.
	Awaited bool
	// Idle says that a Notify has ended, and no result was taken then but those of canceled requests. They come when
	// the connection ends, and which call of the two ends has that happen is the provider's choice.
	Idle bool
}

// A ParseError says where a text is wrong.
type ParseError struct {
	Line, Column int // from 1; the column in characters
	Says         string
}

// Error implements error.
func (e *ParseError) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Says)
}

// longest is how many bytes a line may have, and mostLines how many lines a text.
const longest, mostLines = 1 << 20, 1 << 20

// Parse reads a text as [Each] does.
func Parse(from io.Reader) (list []Line, err error) {
	err = Each(from, func(line Line) error {
		if line.Request != "" {
			list[line.Of].Awaited = true
		}
		list = append(list, line)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// Each reads a text of one call a line, and hands on each, without Awaited, until f returns an error. Empty lines and
// what follows a # are left out. The error is a [*ParseError], f's, or that of reading.
func Each(from io.Reader, f func(Line) error) error {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longest)
	pending, i := waits{}, 0
	n := 1
	for ; lines.Scan(); n++ {
		p := parser{line: n, text: lines.Text(), pending: pending}
		c, ok, err := p.parse()
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if i == mostLines {
			return &ParseError{n, 1, fmt.Sprintf("there are more than %d calls", mostLines)}
		}
		pending.begins(c, i)
		if err := f(Line{Call: c, Number: n, Index: i, After: i, End: i}); err != nil {
			return err
		}
		i++
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return &ParseError{n, 1, fmt.Sprintf("the line has more than %d bytes", longest)}
	}
	return lines.Err()
}

// A parser reads one line.
type parser struct {
	line int
	text string
	at   int // in text, in bytes
	// pending are the indices of earlier calls.
	pending waits
}

// fail says what was expected at a place of the line.
func (p *parser) fail(at int, format string, args ...any) *ParseError {
	before := p.text[:min(at, len(p.text))]
	return &ParseError{p.line, utf8.RuneCountInString(before) + 1, fmt.Sprintf(format, args...)}
}

func (p *parser) parse() (c Call, ok bool, err error) {
	p.text, _, _ = strings.Cut(p.text, "#")
	p.text = strings.TrimRight(p.text, " \t\r")
	p.spaces()
	if p.at == len(p.text) {
		return c, false, nil
	}
	if !utf8.ValidString(p.text) {
		return c, false, p.fail(0, "the line is not UTF-8")
	}
	if strings.HasPrefix(p.text[p.at:], "event of ") {
		p.at += len("event of ")
		c, err = p.event()
	} else {
		c, err = p.call()
	}
	if err == nil {
		err = p.outcome(&c)
	}
	return c, err == nil, err
}

func (p *parser) spaces() {
	for p.at < len(p.text) && strings.ContainsRune(" \t", rune(p.text[p.at])) {
		p.at++
	}
}

// until returns the text up to one of some characters, or all that is left.
func (p *parser) until(ends string) string {
	rest := p.text[p.at:]
	if i := strings.IndexAny(rest, ends); i >= 0 {
		rest = rest[:i]
	}
	p.at += len(rest)
	return strings.TrimSpace(rest)
}
