package command

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/remote/address"
)

// pairLimit is how long pairing may take.
const pairLimit = 15 * time.Second

func (a *app) pairCommand() *cobra.Command {
	var at address.Address
	var token string
	c := &cobra.Command{
		Use: "pair", Short: "Make this machine and an agent known to each other", Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error { return a.pair(at, token) },
	}
	c.Flags().StringVar(&at.At, "address", "", "where the agent listens, `HOST:PORT`")
	c.Flags().StringVar(&at.Fingerprint, "fingerprint", "", "the fingerprint that the agent prints")
	c.Flags().StringVar(&token, "token", "", "the pairing token that the agent prints; it can be used once")
	c.Flags().StringVar(&at.Keys, "keys", "",
		"the `directory` for this side's key and the agents it knows; by default, one in the user's configuration")
	return c
}

func (a *app) pair(at address.Address, token string) error {
	ctx, cancel := context.WithTimeout(context.Background(), pairLimit)
	defer cancel()
	host, err := at.Pair(ctx, token)
	if err != nil {
		return exit.UsageError("%v", err)
	}
	_, err = fmt.Fprintf(a.out,
		"paired with the agent on %s: --peer=remote,address=%s has its adapters at the other end\n", host, at.At)
	return err
}
