package session

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/ndconform/ndconform/runner/journal"
	"github.com/ndconform/ndconform/watch/record"
)

// follow reads the layer's file until the program has ended; stopped is closed to end the program.
func (s *Session) follow(file *os.File, stopped, ended <-chan struct{}) error {
	entries := record.NewReader(file)
	tick := time.NewTicker(pause)
	defer tick.Stop()
	over := false
	for {
		e, err := entries.Next()
		switch {
		case err == nil:
			s.take(e)
		case !errors.Is(err, io.EOF):
			<-ended // the program goes on, whatever it writes
			return err
		case over:
			return nil
		default:
			select {
			case <-tick.C:
			case <-stopped:
				s.known.stop()
				stopped = nil
			case <-ended:
				over = true // the file has everything it has written
			}
		}
	}
}

// take notes an entry in the journal.
func (s *Session) take(e record.Entry) {
	first := !s.known.opened
	switch {
	case e.Opened != nil:
		s.known.open(e)
		if first && s.known.opened {
			s.Journal.Append(journal.Entry{Kind: journal.Opened, Target: &journal.Target{ProviderVersion: e.Opened.Version}})
			s.Journal.Append(journal.Entry{Kind: journal.Started, Text: Spec.ID})
		}
	case e.Found != nil:
		spec, fresh, tooMany := s.known.find(*e.Found)
		if tooMany {
			return
		}
		s.Journal.Append(journal.Entry{Kind: journal.Found, Spec: &spec})
		if fresh && s.Found != nil {
			s.Found(*e.Found)
		}
	case e.State != nil:
		s.known.hear(e)
	case e.Note != "":
		if s.known.note(e.Note) && s.Noted != nil {
			s.Noted(e.Note)
		}
	case e.Ended != nil:
		s.known.end(e)
	case e.Played != nil:
		s.played(e.Played)
	}
}
