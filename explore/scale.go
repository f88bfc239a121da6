package explore

import (
	"github.com/ndconform/ndconform/explore/drive"
	"github.com/ndconform/ndconform/explore/leak"
	"github.com/ndconform/ndconform/explore/model"
)

// sampleEvery is how many connections are made between samples.
const sampleEvery = 64

// leaks is the rule that a leak breaks.
const leaks = "connector.storm"

// A scale looks, between programs that are carried out on the same ends, for what shows in many of
// them together.
type scale struct {
	// connections counts the connections made, and sampled those made by the time of
	// the last sample.
	connections, sampled int
	trend                leak.Trend
}

// weigh looks for what the connections of a program, and of those before it, have left
// behind.
func (s *scale) weigh(out drive.Outcome) *model.Violation {
	s.connections += out.Cover["connection/connected"]
	if s.connections-s.sampled < sampleEvery {
		return nil
	}
	s.sampled = s.connections
	l := s.trend.Add(leak.Take(s.connections))
	if l == nil {
		return nil
	}
	return model.Violates(leaks, "nothing to be left behind by connections that have ended", "%v", l)
}
