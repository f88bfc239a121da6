package command

import (
	"cmp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/providers"
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
