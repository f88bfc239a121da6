package command

import (
	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/runner"
)

// specInfo is a spec, in the form in which it is listed.
type specInfo struct {
	ID           string   `json:"id"`
	Title        string   `json:"title"`
	Requirements []string `json:"requirements"`
	Place        string   `json:"place"`
}

func (a *app) listCommand() *cobra.Command {
	var f selectionFlags
	c := a.listing("list", "List the specs, all or those that are selected", func() (listing, error) {
		selection, err := f.parse()
		if err != nil {
			return listing{}, err
		}
		suite, err := runner.Suite()
		if err != nil {
			return listing{}, exit.HarnessError("the suite: %v", err)
		}
		plan, err := a.choose(selection, suite)
		if err != nil {
			return listing{}, err
		}
		list := []specInfo{}
		var rows [][]string
		for _, s := range plan {
			list = append(list, specInfo{s.ID, s.Title, s.Requirements, s.Place})
			rows = append(rows, []string{s.ID, s.Title})
		}
		return listing{list, rows}, nil
	})
	f.add(c)
	return c
}
