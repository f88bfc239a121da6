package soak

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/leak"
	"github.com/ndconform/ndconform/internal/ndclient"
)

// Options say how to soak.
type Options struct {
	// Seed decides the lengths and contents of messages.
	Seed uint64
	// For is how long traffic is carried, once its connections are there; at least one block is.
	For time.Duration
	// Pairs is how many connections live throughout; 0 means 200. There are fewer if
	// the adapter lacks the resources.
	Pairs int
	// TimeoutScale multiplies every time limit; 0 means 1.
	TimeoutScale float64
	// Progress, if not nil, is called between blocks, at most once in half a minute, with what
	// has been measured so far; Alive, if not nil, is called after each round of traffic.
	Progress func(Result) `json:"-"`
	Alive    func()       `json:"-"`
}

// timeLimit is how long a provider may take for what it owes, at a scale of 1, and
// progressEvery is the least time between two calls of Progress.
const (
	timeLimit     = 5 * time.Second
	progressEvery = 30 * time.Second
)

// A Result is the result of a soak.
type Result struct {
	// Pairs counts the connections that lived throughout; Messages and Bytes count what they carried. All of it was
	// compared.
	Pairs    int `json:"pairs"`
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	// Seconds is how long it took.
	Seconds float64 `json:"seconds"`
	// Created counts what was created and released, by its name.
	Created map[string]int `json:"made"`
	Samples []Sample       `json:"samples"`
	Trends  []leak.Trend   `json:"trends"`
	// Violation is what is wrong, or nil.
	Violation *model.Violation `json:"violation,omitempty"`
}

// A Sample is what the process uses at one moment: resident memory in bytes, handles, and
// how long a message and its answer take, in seconds.
type Sample struct {
	Seconds float64 `json:"seconds"`
	Memory  uint64  `json:"memory"`
	Handles uint64  `json:"handles"`
	Latency float64 `json:"latency"`
}

// errUnable says that an adapter lacks the resources for what was to be created.
var errUnable = errors.New("the adapter lacks the resources")

// Run soaks until the time is up, something is wrong, or ctx is done. An error means
// that the ends could not be opened, or that the harness failed.
func Run(ctx context.Context, open drive.Opener, o Options) (Result, error) {
	o.Pairs, o.TimeoutScale = cmp.Or(o.Pairs, 200), cmp.Or(o.TimeoutScale, 1)
	ends, err := open()
	if err != nil {
		return Result{}, err
	}
	s := &soak{Options: o, began: time.Now(), rng: rand.New(rand.NewPCG(o.Seed, 1)), leaks: newDetector(), spacing: 1}
	s.result.Created = map[string]int{}
	s.rig, err = newRig(ends, time.Duration(float64(timeLimit)*o.TimeoutScale))
	if err == nil {
		s.result.Violation, err = s.run(ctx)
	}
	s.rig.release()
	s.sum()
	return s.result, errors.Join(err, ends.Close())
}

// A soak is a soak in progress.
type soak struct {
	Options
	*rig
	began, lastProgress time.Time
	rng                 *rand.Rand
	result              Result
	traffic             *traffic
	leaks               *leak.Detector
	// blocks counts the blocks that are over, and spacing is how many blocks there are for
	// each sample that is kept.
	blocks, spacing int
}

func (s *soak) run(ctx context.Context) (v *model.Violation, err error) {
	s.lastProgress = s.began
	s.traffic, v, err = newTraffic(s.rig, s.Pairs, s.rng)
	if v != nil || err != nil {
		return v, err
	}
	defer s.traffic.release()
	s.result.Pairs = len(s.traffic.lines)
	if s.result.Created["simultaneous region"], v = s.manyRegions(ctx); v != nil {
		return v, nil
	}
	until := time.Now().Add(s.For)
	for rotation := 0; ; rotation++ {
		for _, kind := range churns {
			if ctx.Err() != nil || time.Now().After(until) {
				return nil, nil
			}
			if v, err := s.block(ctx, kind, rotation); v != nil || err != nil {
				return v, err
			}
		}
		if l := s.leaks.Round(); l != nil {
			return leftBehind(l), nil
		}
	}
}

// block runs one churn beside the traffic, and takes a sample.
func (s *soak) block(ctx context.Context, kind churn, rotation int) (*model.Violation, error) {
	began, before := time.Now(), s.traffic.messages
	s.made = 0
	type end struct {
		v   *model.Violation
		err error
	}
	over := make(chan end, 1)
	count := kind.count(rotation)
	go func() {
		v, err := kind.run(s.rig, count)
		over <- end{v, err}
	}()
	var e end
	v := s.round()
	for round, churning := 1, true; churning || v == nil && round < kind.rounds && ctx.Err() == nil; round++ {
		select {
		case e = <-over:
			churning = false
		default:
			if v == nil {
				v = s.round()
			} else {
				e, churning = <-over, false
			}
		}
	}
	v = cmp.Or(v, e.v)
	if v != nil || e.err != nil {
		return v, e.err
	}
	latency, v := s.traffic.latency()
	if v != nil {
		return v, nil
	}
	if kind.name != "" {
		s.result.Created[kind.name] += s.made
	}
	now := ndclient.Held(s.side[0].End, s.side[1].End)
	s.sample(now, latency)
	s.leaks.Add(now, kind.created(s.made, s.traffic.messages-before, time.Since(began).Seconds())...)
	s.reportProgress()
	return nil, nil
}

// round has each connection carry its messages once. It ends the soak if any call so far was answered wrongly.
func (s *soak) round() *model.Violation {
	v := cmp.Or(s.traffic.round(), s.breach())
	if s.Alive != nil {
		s.Alive()
	}
	return v
}

// mostSamples is how many samples are kept; beyond that, every other one is dropped.
const mostSamples = 512

func (s *soak) sample(now leak.Sample, latency time.Duration) {
	s.blocks++
	if s.blocks%s.spacing != 0 {
		return
	}
	s.result.Samples = append(s.result.Samples,
		Sample{time.Since(s.began).Seconds(), now.Memory, now.Handles, latency.Seconds()})
	if len(s.result.Samples) < mostSamples {
		return
	}
	for i := range mostSamples / 2 {
		s.result.Samples[i] = s.result.Samples[2*i]
	}
	s.result.Samples, s.spacing = s.result.Samples[:mostSamples/2], 2*s.spacing
}

func (s *soak) reportProgress() {
	if s.Progress == nil || time.Since(s.lastProgress) < progressEvery {
		return
	}
	s.lastProgress = time.Now()
	s.sum()
	s.Progress(s.result)
}

// sum brings the result up to date.
func (s *soak) sum() {
	s.result.Seconds = time.Since(s.began).Seconds()
	if s.traffic != nil {
		s.result.Messages, s.result.Bytes = s.traffic.messages, s.traffic.bytes
	}
	s.result.Trends = s.leaks.Trends()
}
