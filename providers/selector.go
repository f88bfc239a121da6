package providers

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
)

// A Selector names a provider and its options, as in --provider=NAME,key=value. It is valid: the provider is
// registered, the keys are known and the values have their types.
type Selector struct {
	name  string
	text  string
	open  func() (Instance, error)
	flags *flag.FlagSet
	// from is the import path of the provider's package.
	from string
}

// A Rest is an option's value that takes the rest of a selector, commas included: the selector of another provider
// with its options.
type Rest interface {
	flag.Value
	// TakesRest marks such a value.
	TakesRest()
}

// ParseSelector parses NAME[,key=value…]. Only a [Rest] may contain commas. An error names what is wrong, and the
// known choices.
func ParseSelector(text string) (*Selector, error) {
	name, rest, _ := strings.Cut(text, ",")
	flags, open, err := declare(name)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for options := split(rest); len(options) > 0; {
		option := options[0]
		options = options[1:]
		key, value, ok := strings.Cut(option, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("provider %s: option %q is not of the form key=value", name, option)
		}
		if flags.Lookup(key) == nil {
			return nil, fmt.Errorf("provider %s: unknown option %q; %s", name, key, known("options", keys(flags)))
		}
		if seen[key] {
			return nil, fmt.Errorf("provider %s: option %s is given twice", name, key)
		}
		seen[key] = true
		if _, all := flags.Lookup(key).Value.(Rest); all {
			value, options = strings.Join(append([]string{value}, options...), ","), nil
		}
		if err := flags.Set(key, value); err != nil {
			return nil, fmt.Errorf("provider %s: option %s=%s: %w", name, key, value, err)
		}
	}
	return &Selector{name: name, text: text, open: open, flags: flags, from: origin(name)}, nil
}

// Name returns the provider's registered name.
func (s *Selector) Name() string { return s.name }

// Package returns the import path of the factory's package, as the compiler has noted it. It says where the
// provider's code begins, whatever the provider says.
func (s *Selector) Package() string { return s.from }

// String returns the selector as it was written.
func (s *Selector) String() string { return s.text }

// Option returns the value of an option: its default if it isn't given, nothing if the provider has no such option.
func (s *Selector) Option(name string) string {
	if f := s.flags.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

// Open opens the provider. The caller closes the instance.
func (s *Selector) Open() (Instance, error) {
	instance, err := s.open()
	if err != nil {
		return nil, fmt.Errorf("provider %s: %w", s.name, err)
	}
	if instance == nil {
		return nil, fmt.Errorf("provider %s: %w", s.name, errors.New("its factory returned neither an instance nor an error"))
	}
	return instance, nil
}

// Options lists the flags of the provider called name, with their defaults and usage.
func Options(name string) ([]*flag.Flag, error) {
	flags, _, err := declare(name)
	if err != nil {
		return nil, err
	}
	var list []*flag.Flag
	flags.VisitAll(func(f *flag.Flag) { list = append(list, f) })
	return list, nil
}

func declare(name string) (*flag.FlagSet, func() (Instance, error), error) {
	mu.RLock()
	factory := registry[name]
	mu.RUnlock()
	if factory == nil {
		return nil, nil, fmt.Errorf("unknown provider %q; %s", name, known("providers", Names()))
	}
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return flags, factory(flags), nil
}

func keys(flags *flag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

func known(what string, names []string) string {
	if len(names) == 0 {
		return "there are no " + what
	}
	return "known " + what + ": " + strings.Join(names, ", ")
}

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ",")
}
