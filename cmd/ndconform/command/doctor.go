package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/doctor"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/reports/printable"
	"github.com/ndconform/ndconform/runner"
)

func (a *app) doctorCommand() *cobra.Command {
	var selector, probe string
	var json bool
	c := &cobra.Command{
		Use: "doctor", Short: "Say what this machine has for NetworkDirect, and what a run would lack",
		Args: usage.NoArguments,
		Long: "Says what this machine has for NetworkDirect, what a run would lack, and how to mend\n" +
			"that. Nothing is changed. Each look runs in its own process, with a time limit.\n\n" +
			"Exit codes: 0 a run with the provider could start, 1 it could not, 2 bad arguments.",
		RunE: func(*cobra.Command, []string) error {
			if probe != "" {
				return output.JSON(a.out, doctor.Look(probe))
			}
			if selector != "" {
				if _, err := providers.ParseSelector(selector); err != nil {
					return exit.UsageError("--provider: %v", err)
				}
			}
			page := examine(a.program, selector)
			if err := a.printPage(page, json); err != nil || page.Starts {
				return err
			}
			return &exit.Error{Code: exit.Failed}
		},
	}
	c.Flags().StringVar(&selector, "provider", "", "the `provider` to try; without it, the installed DLLs on Windows, "+
		"and the RDMA devices on Linux")
	c.Flags().BoolVar(&json, "json", false, "print JSON")
	c.Flags().StringVar(&probe, "probe", "", "carry out one `probe` only, in this process")
	_ = c.Flags().MarkHidden("probe")
	return c
}

func (a *app) printPage(page *doctor.Page, json bool) error {
	if json {
		return output.JSON(a.out, page)
	}
	_, err := fmt.Fprint(a.out, printable.Text(page.Text()))
	return err
}

// native is the provider that stands for the system's own adapters.
func native() string {
	if runtime.GOOS == "windows" {
		return "dll"
	}
	return "verbs"
}

// examine makes the page.
func examine(program, selector string) *doctor.Page {
	ctx := context.Background()
	page := &doctor.Page{Program: program, Provider: cmp.Or(selector, native())}
	name, _, _ := strings.Cut(page.Provider, ",")
	page.Sections = append([]doctor.Section{thisMachine()},
		doctor.Sections(ctx, name == native(), "doctor", "--probe")...)
	subjects := []string{page.Provider}
	if installed := selectors(page); selector == "" && len(installed) > 0 {
		subjects = installed
	}
	for _, s := range subjects {
		section, starts := subject(ctx, s)
		page.Sections = append(page.Sections, section)
		if starts && !page.Starts {
			page.Starts, page.Provider = true, s
		}
	}
	const engine = "ref" // needs no adapter
	if !page.Starts && name != engine && slices.Contains(providers.Names(), engine) {
		page.Instead = engine
	}
	return page
}

// selectors are those of the installed providers.
func selectors(page *doctor.Page) (list []string) {
	for _, s := range page.Sections {
		for _, f := range s.Facts {
			if f.Selector != "" {
				list = append(list, f.Selector)
			}
		}
	}
	return list
}

func thisMachine() doctor.Section {
	e := runner.Environment(nil)
	return doctor.Section{Title: "Machine", Facts: []doctor.Fact{
		{Name: "ndconform", Says: strings.TrimSpace(strings.TrimPrefix(versionLine(), "ndconform "))},
		{Name: "system", Says: strings.TrimSpace(e.OS + " " + e.Kernel)},
		{Name: "processor", Says: fmt.Sprintf("%s, %d cores", cmp.Or(e.Processor, e.Arch), e.CPUs)},
	}}
}

// subject opens a provider in a separate process, and connects two of its queue pairs.
func subject(ctx context.Context, selector string) (section doctor.Section, starts bool) {
	section.Title = "Provider " + selector
	opened, err := openApart(ctx, selector)
	if err != nil {
		section.Facts = []doctor.Fact{{Name: "opening", Says: err.Error(), Lacking: true}}
		return section, false
	}
	section.Facts = []doctor.Fact{{
		Name: "opening", Says: strings.TrimSpace("done; version " + opened.Version + " " + opened.File),
	}}
	for _, one := range opened.Adapters {
		section.Facts = append(section.Facts, adapterFacts(&one)...)
	}
	section.Facts = append(section.Facts, connecting(ctx, selector))
	return section, true
}

func adapterFacts(a *openedAdapter) []doctor.Fact {
	i := &a.Info
	loops := "no loopback: the two ends of a connection must be different adapters"
	if i.AdapterFlags&nd2.AdapterLoopbackConnections != 0 {
		loops = "loopback is claimed"
	}
	return []doctor.Fact{
		{
			Name: fmt.Sprintf("adapter %#x", a.ID),
			Says: fmt.Sprintf("%s; vendor %#x, device %#x; %s", strings.Join(a.Addresses, " "), i.VendorID, i.DeviceID, loops),
		},
		{
			Name: "  its limits",
			Says: fmt.Sprintf("Receives %d, requests %d, results %d, entries %d; bytes registered %d, transferred %d",
				i.MaxReceiveQueueDepth, i.MaxInitiatorQueueDepth, i.MaxCompletionQueueDepth, i.MaxInitiatorSGE,
				i.MaxRegistrationSize, i.MaxTransferLength),
		},
	}
}

const (
	// connects is a spec that needs a connection and little else, and connectingLimit how long it may take.
	connects        = "qp.send.nd-success"
	connectingLimit = 30 * time.Second
)

// connecting has a run of one spec say whether a connection can be made and a message sent.
func connecting(ctx context.Context, selector string) doctor.Fact {
	f := doctor.Fact{Name: "a connection"}
	program, err := os.Executable()
	if err != nil {
		f.Says = err.Error()
		return f
	}
	ctx, end := context.WithTimeoutCause(ctx, connectingLimit, fmt.Errorf("the spec %s has not ended within %v", connects,
		connectingLimit))
	defer end()
	cmd := exec.CommandContext(ctx, program, "--provider="+selector, "--filter="+connects, "--procs=1")
	cmd.WaitDelay = time.Second
	text, err := cmd.CombinedOutput()
	again := filepath.Base(program) + " --provider=" + selector + " --filter=" + connects
	switch cause := context.Cause(ctx); {
	case err == nil:
		f.Says = "is made, and a message arrives"
	case cause != nil:
		f.Says, f.Mend = cause.Error(), again
	case errors.As(err, new(*exec.ExitError)):
		f.Says, f.Mend = "fails: "+lastLine(string(text)), again
	default:
		f.Says = err.Error()
	}
	return f
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
