package session

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// silence is how long a worker may send no event, at a time-out scale of 1: longer than the provider's time limit
// for anything.
const silence = 20 * time.Second

// playsLonger is how many times longer a workload may take, which tells nothing until its end: a program may take
// minutes.
const playsLonger = 90

// progressEvery is how often the user is told of the progress.
const progressEvery = 10 * time.Second

// A Session measures a provider. It is for one goroutine.
type Session struct {
	// Provider and Peer are selectors; Peer may be empty.
	Provider, Peer string
	Options        bench.Options
	// For is how long the rounds go on. There are at least Rounds rounds, and at least [bench.LeastRounds].
	For    time.Duration
	Rounds int
	// Lab has the command that starts a worker, and the worker's memory limit.
	Lab runner.Lab
	// Environment is what the caller knows of the environment.
	Environment reports.Environment
	// Say, if not nil, tells a user of the progress.
	Say func(format string, args ...any)

	report  speed.Report
	figures map[string]*figure
	opened  *journal.Target
	// current is the measurement in progress; over are the measurements that are given up.
	current string
	over    []string
	refused string
	garbled error
	began   time.Time
	shown   time.Time
}

// A figure is what is known of a measurement.
type figure struct {
	*speed.Measurement
	spread bench.Histogram
}

// Run measures, each round in another worker. The error is a [runner.RefusedError], or why nothing could be measured.
func (s *Session) Run(ctx context.Context) (*speed.Report, error) {
	s.begin()
	for s.goOn() {
		if err := s.measure(ctx); err != nil {
			return nil, err
		}
	}
	return s.end(), nil
}

func (s *Session) begin() {
	s.began = time.Now()
	s.shown, s.figures = s.began, map[string]*figure{}
	s.report = speed.Report{
		Started: s.began.UTC(), Provider: s.Provider, Peer: s.Peer, Filters: s.Options.Only,
		Environment: s.Environment, Measurements: []speed.Measurement{},
	}
}

// measure measures a round.
func (s *Session) measure(ctx context.Context) error {
	ending, err := s.worker(ctx)
	switch {
	case s.refused != "" && s.opened == nil:
		return runner.RefusedError(s.refused)
	case err != nil:
		return err
	case ending.Failed != "" && s.opened == nil:
		return runner.RefusedError(ending.Failed)
	}
	s.ended(ctx, ending)
	return nil
}

func (s *Session) end() *speed.Report {
	s.report.Seconds = time.Since(s.began).Seconds()
	s.sum()
	return &s.report
}

// goOn reports whether to start another round: something is left to measure, and a round as long as those before
// ends in time.
func (s *Session) goOn() bool {
	rounds, since := s.report.Rounds, time.Since(s.began)
	if s.report.Incomplete != "" || s.opened != nil && len(s.over) == len(s.figures) {
		return false
	}
	return rounds < max(s.Rounds, bench.LeastRounds) || since+since/time.Duration(rounds) < s.For
}

// ended notes how a worker has ended: with its round, or within a measurement, which has then failed.
func (s *Session) ended(ctx context.Context, ending runner.Ending) {
	switch {
	case ctx.Err() != nil:
		s.report.Incomplete = context.Cause(ctx).Error()
	case s.refused != "":
		s.report.Incomplete = "the provider does not open any more: " + s.refused
	case ending.Done:
		s.report.Rounds++
	case ending.Failed != "":
		s.report.Incomplete = "the worker could not go on: " + ending.Failed
	case s.current == "":
		s.report.Incomplete = "the worker has ended between measurements: " + ending.How
	default:
		s.fails(s.current, ending.How+within(ending.Trace))
		s.current = ""
	}
	if now := time.Now(); now.Sub(s.shown) >= progressEvery {
		s.say("%s", plural.Of(s.report.Rounds, "round"))
		s.shown = now
	}
}

// worker makes a worker measure a round.
func (s *Session) worker(ctx context.Context) (runner.Ending, error) {
	r := request{
		Provider: s.Provider, Peer: s.Peer, Options: s.Options, Harness: s.opened == nil, Memory: s.Lab.MemoryLimit,
	}
	r.Options.Skip, r.Options.Round = s.over, s.report.Rounds
	limit := time.Duration(float64(silence) * cmp.Or(s.Options.TimeoutScale, 1))
	if len(r.Options.Workload) > 0 {
		limit *= playsLonger
	}
	ending, err := runner.Send(ctx, s.Lab, taskName, r, limit, s.onEvent)
	return ending, errors.Join(err, s.garbled)
}

// onEvent handles a worker's event.
func (s *Session) onEvent(e event) {
	switch {
	case e.Refused != "":
		s.refused = e.Refused
	case e.Opened != nil:
		s.opened = e.Opened
	case e.Harness != nil:
		s.report.Harness = *e.Harness
	case e.Planned != nil:
		s.planned(e.Planned)
	case e.Began != "":
		s.current = e.Began
	case e.Failed != "":
		s.fails(e.Failed, e.Why)
		s.current = ""
	case e.Unsupported != "":
		s.current = ""
		if f := s.figures[e.Unsupported]; f != nil {
			f.Unsupported = e.Why
			s.over = append(s.over, e.Unsupported)
		}
	case e.Samples != nil:
		s.round(e.Samples)
	}
}

// planned takes the list of measurements from the first worker that sends it.
func (s *Session) planned(list []speed.Measurement) {
	if len(s.figures) > 0 {
		return
	}
	s.report.Measurements = list
	for i := range list {
		s.figures[list[i].Name] = &figure{Measurement: &list[i]}
		if list[i].Unsupported != "" {
			s.over = append(s.over, list[i].Name)
		}
	}
	s.say("measuring %s of provider %s", plural.Of(len(list), "figure"), s.Provider)
}

// fails notes, once, that a measurement has failed.
func (s *Session) fails(name, why string) {
	f := s.figures[name]
	if f == nil || f.Failed != "" {
		return
	}
	f.Failed = why
	s.over = append(s.over, name)
	s.say("%s failed: %s", name, why)
}

// round takes a round's samples.
func (s *Session) round(samples []bench.Sample) {
	s.current = ""
	for _, one := range samples {
		f := s.figures[one.Name]
		if f == nil {
			continue
		}
		f.Samples = append(f.Samples, one.Value)
		f.Processor += one.Processor
		f.Operations += one.Operations
		if err := f.spread.Add(one.Spread); err != nil {
			s.garbled = err
		}
	}
}

// sum makes figures of the samples.
func (s *Session) sum() {
	for i := range s.report.Measurements {
		m := &s.report.Measurements[i]
		m.Spread = s.figures[m.Name].spread.Spread()
		bench.Summarize(m)
	}
	if t := s.opened; t != nil {
		e := &s.report.Environment
		e.ProviderVersion, e.PeerVersion = t.ProviderVersion, t.PeerVersion
		e.ProviderFile, e.ProviderSHA256 = t.ProviderFile, t.ProviderSHA256
		e.ProviderHost, e.PeerHost, e.Adapter, e.PeerAdapter = t.ProviderHost, t.PeerHost, t.Adapter, t.PeerAdapter
	}
}

func (s *Session) say(format string, args ...any) {
	if s.Say != nil {
		s.Say(format, args...)
	}
}
