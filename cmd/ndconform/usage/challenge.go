package usage

import (
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/reports"
)

// Challenge is the value of --challenge: text that whoever asks for a run chooses. If it is empty, the
// flag is not given.
type Challenge string

// String implements [pflag.Value].
func (c *Challenge) String() string { return string(*c) }

// Set implements [pflag.Value].
func (c *Challenge) Set(text string) error {
	*c = Challenge(text)
	return reports.CheckChallenge(text)
}

// Type implements [pflag.Value].
func (c *Challenge) Type() string { return "text" }

// Add adds the flag to a command that runs something.
func (c *Challenge) Add(flags *pflag.FlagSet) {
	flags.Var(c, "challenge",
		"derive the seed from this `text`, chosen by whoever asks for the run; journal and reports name it")
}

// Seed returns the seed that the challenge gives.
func (c *Challenge) Seed() int64 { return reports.SeedOf(string(*c)) }
