package session

import (
	"context"
	"strings"

	"github.com/ndconform/ndconform/explore"
	"github.com/ndconform/ndconform/explore/soak"
	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/internal/plural"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/runner"
	"github.com/ndconform/ndconform/runner/journal"
)

// soakOnce makes a worker soak. It returns what kept the soak from reaching its end.
func (x *Exploration) soakOnce(ctx context.Context) (why string, err error) {
	asked := x.Header.Exploration
	if so, found := x.journal.Explored(); so != nil || len(found) > 0 {
		return "a soak that was cut off can't be continued: its process is gone", nil
	}
	ending, err := x.session.soak(ctx,
		soak.Options{Seed: uint64(x.Header.Seed), For: asked.For, Pairs: asked.Pairs, TimeoutScale: x.Header.TimeoutScale})
	switch {
	case err != nil:
		return "", err
	case x.session.refused != "":
		return "", runner.RefusedError(x.session.refused)
	case x.session.soaking != nil && x.session.soaking.Violation != nil:
		x.findIn(x.session.soaking)
	case ctx.Err() != nil:
		return context.Cause(ctx).Error(), nil //nolint:nilerr // It is why the soak ended.
	case ending.Failed != "":
		return "the soak could not go on: " + ending.Failed, nil
	case !ending.Done:
		x.ended(ending)
	}
	return "", nil
}

// soaked notes the result of a soak up to now.
func (x *Exploration) soaked(r soak.Result) {
	so := x.before
	so.Seconds = r.Seconds
	s := &reports.Soak{
		Pairs: r.Pairs, Messages: r.Messages, Bytes: r.Bytes, Made: r.Created,
		Samples: []reports.SoakSample{}, Trends: []reports.SoakTrend{},
	}
	for _, one := range r.Samples {
		s.Samples = append(s.Samples, reports.SoakSample(one))
	}
	for _, one := range r.Trends {
		s.Trends = append(s.Trends, reports.SoakTrend(one))
	}
	so.Soak = s
	x.journal.Append(journal.Entry{Kind: journal.Explored, Explored: &so})
	x.session.say("%.0f s: %s, %d MiB compared", r.Seconds, plural.Of(r.Messages, "request"), r.Bytes>>20)
}

// findIn notes a finding of a soak, which no program shows.
func (x *Exploration) findIn(r *soak.Result) {
	v := r.Violation
	x.noteAs("Traffic beside what comes and goes shows that the rule is broken",
		explore.Finding{
			Rules: v.Rules, Message: strings.TrimSpace("expected " + v.Expected + "; " + v.Seen),
			Expected: v.Expected, Seen: v.Seen, Seconds: r.Seconds,
		})
}

// ended notes that the process that soaks has ended.
func (x *Exploration) ended(ending runner.Ending) {
	says := "the process that soaks has ended: " + ending.How
	s := reports.Spec{
		ID: idOf(nil, nil), Title: "Traffic ends the process", Package: "nd2", Requirements: []string{},
		Verdict:  reports.Error,
		Findings: []finding.Finding{{Says: says}}, Message: says, Trace: ending.Trace, Program: &reports.Program{},
	}
	x.journal.Append(journal.Entry{Kind: journal.Found, Spec: &s})
}
