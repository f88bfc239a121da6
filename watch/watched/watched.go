// Package watched registers the provider "watched": another provider with the validation layer around it.
//
// Findings go to standard error, a line each as they come, and are counted when an instance is closed. With the
// option findings they go to a file instead, one JSON object a line, with the calls that led there. The variables of
// package layer stand in for the options.
package watched

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/ndconform/ndconform/judge/around"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/watch/layer"
)

func init() { providers.Register("watched", factory) }

// A selector chooses the watched provider.
type selector string

// Set implements [flag.Value].
func (s *selector) Set(text string) error {
	*s = selector(text)
	return nil
}

// String implements [flag.Value].
func (s *selector) String() string { return string(*s) }

// TakesRest implements [providers.Rest].
func (*selector) TakesRest() {}

type options struct {
	inner    selector
	findings string
}

func factory(flags *flag.FlagSet) func() (providers.Instance, error) {
	o := new(options)
	flags.StringVar(&o.findings, "findings", "",
		"append what is found to this `file`, one JSON object a line, rather than show it; $"+layer.VariableFindings+
			" if not given")
	flags.Var(&o.inner, "inner", "the `provider` to watch, and its options: all that follows is theirs; $"+
		layer.VariableProvider+" if not given")
	return o.open
}

func (o *options) open() (providers.Instance, error) {
	inner := cmp.Or(string(o.inner), os.Getenv(layer.VariableProvider))
	if inner == "" {
		return nil, errors.New("option inner is missing: which provider to watch, as in watched,inner=ref")
	}
	parsed, err := providers.ParseSelector(inner)
	if err != nil {
		return nil, fmt.Errorf("option inner: %w", err)
	}
	opened, err := parsed.Open()
	if err != nil {
		return nil, err
	}
	settings := layer.FromEnvironment()
	settings.Findings = cmp.Or(o.findings, settings.Findings)
	settings.Code, settings.Place = code, placeOf
	l, err := layer.New(settings)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("option findings: %w", err), opened.Close())
	}
	l.Opened(inner, providers.VersionOf(opened))
	return around.Instance(opened, l.Checker, func() { l.End() }), nil
}
