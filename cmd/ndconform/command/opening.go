package command

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/child"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// openingName is the command that opens a provider in a separate process.
const openingName = "open"

const (
	// loadingLimit is how long each step of an opening may take.
	loadingLimit = 15 * time.Second
	// startingLimit is how long its process may take to begin, which depends on the machine alone.
	startingLimit = time.Minute
)

// An openedProvider is a provider as a separate process has opened it.
type openedProvider struct {
	Version  string          `json:"version"`
	File     string          `json:"file,omitempty"`
	Adapters []openedAdapter `json:"adapters"`
}

type openedAdapter struct {
	ID        uint64          `json:"id"`
	Addresses []string        `json:"addresses"`
	Info      nd2.AdapterInfo `json:"info"`
}

// An announcement is what the process of an opening tells.
type announcement struct {
	Subject string          `json:"subject,omitempty"`
	Step    string          `json:"step,omitempty"`
	Error   string          `json:"error,omitempty"`
	Opened  *openedProvider `json:"opened,omitempty"`
}

// tryOpening opens those of the providers whose code is not this program's in a process each. What is
// broken in such a way that nothing can be tested is then said in one line.
func tryOpening(selectors ...string) error {
	for _, text := range selectors {
		if text == "" {
			continue
		}
		s, err := providers.ParseSelector(text)
		if err != nil || !s.Foreign() {
			continue // others say what is wrong with it
		}
		if _, err := openApart(context.Background(), text); err != nil {
			return exit.UsageError("%v", err)
		}
	}
	return nil
}

// openApart opens a provider in a separate process.
func openApart(ctx context.Context, selector string) (*openedProvider, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	r := &opening{key: "\x02" + rand.Text() + " "}
	r.limit = time.AfterFunc(startingLimit, func() { end(errors.New("did not begin within " + startingLimit.String())) })
	defer r.limit.Stop()
	r.late = func() { end(fmt.Errorf("has not returned within %v", loadingLimit)) }
	var cmd *exec.Cmd
	var told func() error
	err = child.Persist(ctx, func() error {
		cmd = exec.CommandContext(ctx, program, openingName, "--provider="+selector, "--key="+r.key[1:])
		cmd.Stdout, cmd.Stderr, cmd.WaitDelay = r, r, time.Second
		told = child.NoteCause(ctx, cmd)
		return cmd.Start()
	})
	if err == nil {
		err = cmd.Wait()
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	cause := told()
	if cmd.Process == nil { // it has not even begun
		cause = context.Cause(ctx)
	}
	return r.result(err, cause)
}

// An opening hears what the process of one tells between what the provider prints.
type opening struct {
	key string
	// late is called when a step takes too long.
	late func()

	mu      sync.Mutex
	limit   *time.Timer
	line    []byte
	subject string
	step    string
	told    announcement
	// printed is the last line that the provider printed, and ended says that what follows is of
	// Go's runtime. crash is the line with which that begins.
	printed, crash string
}

// longestLine is how much of a line is looked at.
const longestLine = 1 << 20

func (r *opening) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, b := range p {
		if b != '\n' {
			if len(r.line) < longestLine {
				r.line = append(r.line, b)
			}
			continue
		}
		r.take(string(r.line))
		r.line = r.line[:0]
	}
	return len(p), nil
}

func (r *opening) take(line string) {
	if before, data, ok := strings.Cut(line, r.key); ok {
		r.note(before)
		var told announcement
		if json.Unmarshal([]byte(data), &told) == nil {
			r.tell(told)
		}
		return
	}
	r.note(line)
}

// note keeps a line that the provider has printed.
func (r *opening) note(line string) {
	line = strings.TrimSpace(line)
	if line == "" || r.crash != "" {
		return
	}
	if child.LastLine(line) {
		r.crash = line
		return
	}
	r.printed = line[:min(len(line), 300)]
}

func (r *opening) tell(told announcement) {
	if told.Step == "" {
		r.told = told
		return
	}
	if !r.limit.Stop() {
		return // the step before was late, and is named
	}
	if told.Subject != "" {
		r.subject = told.Subject
	}
	r.step = told.Step
	r.limit = time.AfterFunc(loadingLimit, r.late)
}

// result says how it went, from how the process ended and why it was ended.
func (r *opening) result(ended, cause error) (*openedProvider, error) {
	if r.told.Opened != nil {
		return r.told.Opened, nil
	}
	r.note(string(r.line))
	says := r.told.Error
	switch {
	case says != "":
	case r.step == "" && cause != nil:
		says = "the process that opens it " + cause.Error()
	case r.step == "" && ended != nil:
		says = "the process that opens it ended: " + ended.Error()
	case cause != nil:
		says = r.where() + " " + cause.Error()
	default:
		says = r.where() + " " + r.endOf(ended)
	}
	if r.printed != "" {
		says += fmt.Sprintf("; it last printed %q", r.printed)
	}
	return nil, errors.New(strings.ReplaceAll(says, "\n", "; "))
}

// where names the step that was under way, and what it is of.
func (r *opening) where() string {
	if r.subject == "" {
		return r.step
	}
	return r.subject + ": " + r.step
}

func (r *opening) endOf(ended error) string {
	text := r.crash
	if text == "" && ended != nil {
		text = ended.Error()
	}
	switch code, name := child.Exception(text); {
	case name != "":
		return fmt.Sprintf("crashed: %s (%#x)", name, code)
	case code != 0:
		return fmt.Sprintf("crashed: exception %#x", code)
	}
	if r.crash != "" {
		return "crashed: " + r.crash
	}
	if ended == nil {
		return "ended the process with exit code 0"
	}
	return "ended the process: " + ended.Error()
}

func (a *app) openCommand() *cobra.Command {
	var selector, key string
	c := &cobra.Command{
		Use: openingName, Short: "Open a provider, and say at which step it fails", Hidden: true, Args: usage.NoArguments,
		RunE: func(*cobra.Command, []string) error {
			tell := func(told announcement) {
				text, _ := json.Marshal(told)
				_, _ = a.out.Write(fmt.Appendf(nil, "\n\x02%s%s\n", key, text))
			}
			opened, err := openStepwise(selector, tell)
			if err != nil {
				tell(announcement{Error: err.Error()})
				return &exit.Error{Code: exit.Usage}
			}
			tell(announcement{Opened: opened})
			return nil
		},
	}
	c.Flags().StringVar(&selector, "provider", "", "the provider")
	c.Flags().StringVar(&key, "key", "", "what begins each line for the process that has started this one")
	return c
}
