package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/providers"
)

// providerInfo is a provider, in the form in which it is listed.
type providerInfo struct {
	Name    string       `json:"name"`
	Options []optionInfo `json:"options"`
	// Installed is what the provider finds on this machine; Error says why it finds
	// nothing.
	Installed []providers.Installed `json:"installed,omitempty"`
	Error     string                `json:"error,omitempty"`
}

type optionInfo struct {
	Name    string `json:"name"`
	Value   string `json:"value,omitempty"` // what kind of value it takes
	Default string `json:"default"`
	Usage   string `json:"usage"`
}

func (a *app) providersCommand() *cobra.Command {
	return a.listing("providers", "List the providers of this binary and their options", func() (listing, error) {
		list := []providerInfo{}
		for _, name := range providers.Names() {
			info := providerInfo{Name: name, Options: []optionInfo{}}
			options, err := providers.Options(name)
			if err != nil {
				return listing{}, exit.HarnessError("%v", err)
			}
			for _, f := range options {
				value, usage := flag.UnquoteUsage(f)
				info.Options = append(info.Options, optionInfo{f.Name, value, f.DefValue, usage})
			}
			info.Installed, err = providers.FindInstalled(name)
			if err != nil {
				info.Error = err.Error()
			}
			for i := range info.Installed {
				askAddresses(&info.Installed[i])
			}
			list = append(list, info)
		}
		return listing{list, providerRows(list)}, nil
	})
}

// askAddresses asks an installed provider for its addresses, in a separate process.
func askAddresses(i *providers.Installed) {
	if i.Error != "" {
		return
	}
	opened, err := openApart(context.Background(), i.Selector)
	if err != nil {
		i.Error = err.Error()
		return
	}
	for _, a := range opened.Adapters {
		i.Addresses = append(i.Addresses, a.Addresses...)
	}
}

func providerRows(list []providerInfo) [][]string {
	var rows [][]string
	for _, p := range list {
		rows = append(rows, []string{p.Name})
		base := baseOf(p, list)
		for _, o := range p.Options {
			if base.has(o) {
				continue
			}
			usage := o.Usage
			if o.Default != "" {
				usage += fmt.Sprintf(" (default %s)", o.Default)
			}
			rows = append(rows, []string{"  " + o.Name + "=" + o.Value, usage})
		}
		if base.Name != "" {
			rows = append(rows, []string{"  …", "and all options of " + base.Name})
		}
		for _, i := range p.Installed {
			rows = append(rows, []string{"  installed: " + i.Name, installedText(i)})
		}
		if p.Error != "" {
			rows = append(rows, []string{"  installed:", p.Error})
		}
	}
	return rows
}

// baseOf returns the provider whose options p shares and adds to, or none.
func baseOf(p providerInfo, list []providerInfo) (base providerInfo) {
	for _, other := range list {
		missing := func(o optionInfo) bool { return !p.has(o) }
		if len(other.Options) > len(base.Options) && len(other.Options) < len(p.Options) &&
			!slices.ContainsFunc(other.Options, missing) {
			base = other
		}
	}
	return base
}

// has reports whether the provider has an option that means the same.
func (p providerInfo) has(o optionInfo) bool {
	return slices.ContainsFunc(p.Options, func(own optionInfo) bool { return own.Name == o.Name && own.Usage == o.Usage })
}

func installedText(i providers.Installed) string {
	parts := []string{i.Path, cmp.Or(i.Version, "no version"), strings.Join(i.Addresses, " ")}
	if i.Error != "" {
		parts[2] = i.Error
	}
	return strings.Join(parts, "; ")
}
