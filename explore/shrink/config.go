package shrink

import "github.com/ndconform/ndconform/explore/program"

// A field is a number of the configuration, and the least that it is made.
type field struct {
	of    func(*program.Config) *int
	least int
}

// fields are in the order in which they are made smaller: first what makes programs longer.
var fields = []field{
	{func(c *program.Config) *int { return &c.Connections }, 1},
	{func(c *program.Config) *int { return &c.Shared }, 0},
	{func(c *program.Config) *int { return &c.Queue }, 5},
	{func(c *program.Config) *int { return &c.Receive }, 2},
	{func(c *program.Config) *int { return &c.Initiator }, 2},
	{func(c *program.Config) *int { return &c.Inline }, 0},
	{func(c *program.Config) *int { return &c.Windows }, 0},
	{func(c *program.Config) *int { return &c.Regions }, 1},
	{func(c *program.Config) *int { return &c.Entries }, 1},
	{func(c *program.Config) *int { return &c.Reads }, 1},
}

// lengths are those of regions and of the longest messages, the smallest first.
var lengths = []struct{ memory, message int }{{64 << 10, 8 << 10}, {512 << 10, 128 << 10}}

// config makes those numbers of the configuration smaller that the program does not need: to the
// least if that will do, or else to what is a little more, and so on.
func (s *shrinker) config() {
	s.with(func(c *program.Config) { c.Control = false })
	for _, f := range fields {
		now := *f.of(&s.best.Config)
		for n := f.least; n < now && !s.with(func(c *program.Config) { *f.of(c) = n }); n += max(1, n/2) {
		}
	}
	s.with(func(c *program.Config) { c.OneQueue = false })
	s.with(func(c *program.Config) { c.Long = false })
	for _, l := range lengths {
		if s.with(func(c *program.Config) { c.Memory, c.Message = min(c.Memory, l.memory), min(c.Message, l.message) }) {
			break
		}
	}
}

// with reports whether a change of the configuration is kept, or changes nothing.
func (s *shrinker) with(change func(*program.Config)) bool {
	p := s.best.Clone()
	change(&p.Config)
	return p.Config == s.best.Config || s.keep(p)
}
