package command

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"go.yaml.in/yaml/v3"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports"
)

// settingInfo is a key of the configuration, in the form in which it is listed.
type settingInfo struct {
	Key   string   `json:"key"`
	Value []string `json:"value"`
	// From is default, command line, or the file and the line.
	From string `json:"from"`
}

func (a *app) configCommand() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use: "config", Short: "Print the configuration that is in force for these flags, and where each value comes from",
		Args: usage.NoArguments,
	}
	f.add(c)
	a.prints(c, func([]string) (listing, error) {
		if err := f.configure(c); err != nil {
			return listing{}, err
		}
		if err := a.checkValues(f); err != nil {
			return listing{}, err
		}
		list := []settingInfo{}
		rows := [][]string{{"KEY", "VALUE", "FROM"}}
		for _, key := range configKeys(c) {
			s := settingInfo{key, values(c.Flags().Lookup(key)), cmp.Or(f.origins[key], fromDefault)}
			list = append(list, s)
			for i, v := range s.Value {
				if i > 0 {
					key, s.From = "", ""
				}
				rows = append(rows, []string{key, v, s.From})
			}
		}
		return listing{list, rows}, nil
	})
	return c
}

// checkValues refuses what a run by these flags would refuse before it opens a provider. A
// provider need not be named.
func (a *app) checkValues(f runFlags) error {
	names := providers.Names()
	if f.provider == "" && len(names) > 1 && f.resume == "" && f.rerunFailed == "" { // which name one
		f.provider = names[0]
	}
	j, err := a.prepare(&f)
	if err != nil {
		return err
	}
	j.discard()
	return nil
}

// values returns a flag's values; for a flag without a value that is one empty value.
func values(flag *pflag.Flag) []string {
	list, ok := flag.Value.(pflag.SliceValue)
	if !ok {
		return []string{flag.Value.String()}
	}
	if all := list.GetSlice(); len(all) > 0 {
		return all
	}
	return []string{""}
}

// configFile is read if it is in the working directory.
const configFile = "ndconform.yaml"

// noConfig is given instead of a file if none is to be read.
const noConfig = "none"

// Where a value comes from, unless it is a file; then it is the file and the line.
const (
	fromDefault = "default"
	fromFlag    = "command line"
)

// configure sets the flags that are not on the command line to their values from
// the configuration file, and notes where each comes from.
func (f *runFlags) configure(c *cobra.Command) error {
	f.origins = map[string]string{}
	c.Flags().Visit(func(flag *pflag.Flag) { f.origins[flag.Name] = fromFlag })
	if err := usage.Named(c.Flags()); err != nil {
		return err
	}
	path := f.config
	switch path {
	case "":
		path = configFile
	case noConfig:
		return nil
	}
	text, err := usage.ReadSmall(path)
	if errors.Is(err, fs.ErrNotExist) && f.config == "" {
		return nil
	} else if err != nil {
		return exit.UsageError("the configuration: %v", err)
	}
	f.configured = &reports.Input{Kind: reports.Configuration, Name: path, SHA256: fmt.Sprintf("%x", sha256.Sum256(text))}
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return exit.UsageError("%s: %s", path, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	if document.Kind != yaml.DocumentNode { // an empty file
		return nil
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		return exit.UsageError("%s:%d: a configuration is made of keys and values", path, root.Line)
	}
	for i := 0; i < len(root.Content); i += 2 {
		if err := f.set(c, path, root.Content[i], root.Content[i+1]); err != nil {
			return err
		}
	}
	for _, key := range configKeys(c) {
		if from := f.origins[key]; from != "" && from != fromFlag {
			value := strings.Join(values(c.Flags().Lookup(key)), ",")
			f.configured.Sets = append(f.configured.Sets, key+"="+value)
		}
	}
	return nil
}

// set takes one key of the file.
func (f *runFlags) set(c *cobra.Command, path string, key, value *yaml.Node) error {
	known := configKeys(c)
	if !slices.Contains(known, key.Value) {
		return exit.UsageError("%s:%d: unknown key %q%s; known keys: %s", path, key.Line, key.Value,
			usage.DidYouMean(key.Value, known),
			strings.Join(known, ", "))
	}
	origin := fmt.Sprintf("%s:%d", path, key.Line)
	switch before := f.origins[key.Value]; before {
	case fromFlag:
		overridden := &cobra.Command{} // takes a value that the command line overrides, so that it is checked even so
		new(runFlags).add(overridden)
		usage.Strict(overridden)
		return apply(overridden.Flags(), origin, key, value)
	case "":
		f.origins[key.Value] = origin
		return apply(c.Flags(), origin, key, value)
	default:
		return exit.UsageError("%s: key %s is given twice, before at %s", origin, key.Value, before)
	}
}

// apply sets a flag to a value of the file.
func apply(flags *pflag.FlagSet, origin string, key, value *yaml.Node) error {
	items := []*yaml.Node{value}
	if _, list := flags.Lookup(key.Value).Value.(pflag.SliceValue); list && value.Kind == yaml.SequenceNode {
		items = value.Content
	}
	for _, item := range items {
		if item.Kind != yaml.ScalarNode || item.Tag == "!!null" {
			return exit.UsageError("%s: the value of %s is of the wrong kind", origin, key.Value)
		}
		if err := flags.Lookup(key.Value).Value.Set(item.Value); err != nil {
			return exit.UsageError("%s: %s: %q: %v", origin, key.Value, item.Value, err)
		}
	}
	return nil
}

// configKeys lists the keys of the configuration file, sorted.
func configKeys(c *cobra.Command) []string {
	var keys []string
	c.Flags().VisitAll(func(flag *pflag.Flag) {
		if !slices.Contains(notKeys, flag.Name) {
			keys = append(keys, flag.Name)
		}
	})
	return keys
}
