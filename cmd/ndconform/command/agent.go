package command

import (
	"context"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/binary"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/remote/address"
	"github.com/ndconform/ndconform/remote/agent"
	"github.com/ndconform/ndconform/remote/host"
	"github.com/ndconform/ndconform/remote/keys"
	"github.com/ndconform/ndconform/remote/wire"
	"github.com/ndconform/ndconform/runner"
)

// besides is how many bytes a session's process may take in addition to the memory that
// is registered there.
const besides = 1 << 30

// agentFlags are the flags of an agent and of its sessions.
type agentFlags struct {
	listen, provider, keys string
	token                  time.Duration
	memory                 usage.Size
	descriptors            []uint
}

func (a *app) agentCommand() *cobra.Command {
	f := &agentFlags{memory: usage.Size(host.DefaultLimits.Memory)}
	c := &cobra.Command{
		Use: "agent", Short: "Serve a provider's adapters to a run on another machine", Args: usage.NoArguments,
		Long: "Serves a provider's adapters to runs on other machines, which use them with " +
			"--peer=remote,address=HOST:PORT\n" +
			"or --provider=remote,address=HOST:PORT. It prints the command by which another machine is paired with it, once.",
		RunE: func(*cobra.Command, []string) error { return a.serveAgent(f) },
	}
	c.Flags().StringVar(&f.listen, "listen", "127.0.0.1:4793",
		"where to listen, `HOST:PORT`; other machines can't reach a loopback address")
	c.Flags().StringVar(&f.provider, "provider", "", "the provider to serve, as in a run")
	c.Flags().StringVar(&f.keys, "keys", "",
		"the `directory` for the agent's key and the clients it knows; by default, one in the user's configuration")
	c.Flags().DurationVar(&f.token, "token-lifetime", time.Hour, "how long the pairing token is valid")
	c.Flags().Var(&f.memory, "session-memory", "how much memory a session may have registered, as in 2GiB")
	return c
}

func (a *app) serveAgent(f *agentFlags) error {
	provider, err := selector("provider", f.provider)
	if err != nil {
		return err
	}
	executable, err := binary.Path()
	if err != nil {
		return err
	}
	directory, err := keysDirectory(f.keys)
	if err != nil {
		return err
	}
	served, err := agent.New(agent.Config{
		Session: []string{
			executable, host.Command, "--provider=" + provider,
			fmt.Sprintf("--session-memory=%d", int64(f.memory)),
		},
		Memory: int64(f.memory) + besides, Keys: directory, TokenLifetime: f.token,
	})
	if err != nil {
		return exit.UsageError("%v", err)
	}
	on, err := agent.Listen(f.listen)
	if err != nil {
		return exit.UsageError("--listen=%s: %v", f.listen, err)
	}
	a.introduce(served, on, f)
	ctx, stop := interruptible(func() {})
	defer stop()
	if err := served.Serve(ctx, on); err != nil {
		return exit.HarnessError("the agent: %v", err)
	}
	return nil
}

// introduce prints where the agent is and how to pair with it.
func (a *app) introduce(served *agent.Agent, on net.Listener, f *agentFlags) {
	fmt.Fprintf(a.out, "serving %s at %s, key %s\n", f.provider, on.Addr(), served.Fingerprint())
	fmt.Fprintf(a.out, "to pair a machine with it, once, within %v: %s pair --address=%s --fingerprint=%s --token=%s\n",
		f.token, a.program, on.Addr(), served.Fingerprint(), served.Token())
}

func keysDirectory(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	directory, err := keys.Directory()
	if err != nil {
		return "", exit.UsageError("--keys: %v", err)
	}
	return directory, nil
}

func (a *app) sessionCommand() *cobra.Command {
	f := &agentFlags{}
	c := &cobra.Command{
		Use: host.Command, Short: "Carry out a session for an agent or a worker", Hidden: true, Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error { return serveSession(f) },
	}
	c.Flags().StringVar(&f.provider, "provider", "", "the provider to serve")
	c.Flags().Var(&f.memory, "session-memory", "how much memory may be registered")
	c.Flags().UintSliceVar(&f.descriptors, "descriptors", nil,
		"the descriptors to read from and to write to, instead of standard input and output, and of what is shared")
	return c
}

// connect notes the connection to whom the session is for. No provider can write to it.
func (f *agentFlags) connect(c *host.Config) (wire.Conn, error) {
	if len(f.descriptors) < 2 {
		out, err := output.ReserveStdout()
		return wire.NewStream(os.Stdin, out), err
	}
	files := make([]*os.File, len(f.descriptors))
	for i, descriptor := range f.descriptors {
		files[i] = child.Inherited(uintptr(descriptor))
	}
	return c.Greet(files)
}

func serveSession(f *agentFlags) error {
	child.Volunteer()
	config := host.Config{
		Open: func() (providers.Instance, error) {
			text, err := selector("provider", f.provider)
			if err != nil {
				return nil, err
			}
			s, err := providers.ParseSelector(text)
			if err != nil {
				return nil, err
			}
			return s.Open()
		},
		Describe: describeHost(f.provider), Limits: host.DefaultLimits,
	}
	config.Limits.Memory = uint64(f.memory)
	conn, err := f.connect(&config)
	if err != nil {
		return exit.HarnessError("the session's connection: %v", err)
	}
	if err := host.Serve(conn, config); err != nil {
		return exit.HarnessError("%v", err)
	}
	return nil
}

func describeHost(provider string) wire.Host {
	e := runner.Environment(nil)
	return wire.Host{
		Name: e.Host, OS: e.OS, Arch: e.Arch, Kernel: e.Kernel, Build: binary.Version(), Provider: provider,
	}
}

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
