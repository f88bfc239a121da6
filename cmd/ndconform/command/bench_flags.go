package command

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/output"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/internal/ndclient"
	"github.com/ndconform/ndconform/internal/pattern"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/reports/speed"
)

// benchFlags are the flags of the command bench.
type benchFlags struct {
	provider, peer string
	only, sizes    []string
	lasting        time.Duration
	quick          bool
	workloads      []string
	reads          playFlags // how workloads are read, and every time limit
	workload       []string  // all of that, for workers
	memoryLimit    usage.Size
	baseline       []string
	against        string
	gate           speedGate
	json, html     string
	format         string
	write          func(*speed.Report) ([]byte, error)
	quiet          bool
}

// How long the rounds of a run go on.
const (
	benchTime = 100 * time.Second
	quickTime = 12 * time.Second
)

func (f *benchFlags) add(c *cobra.Command) {
	f.memoryLimit = 2 << 30
	flags := c.Flags()
	flags.StringVar(&f.provider, "provider", "", "the provider to measure, with its options: NAME[,key=value…]")
	flags.StringVar(&f.peer, "peer", "", "the provider at the other end of connections; the same one if none is named")
	flags.StringArrayVar(&f.only, "only", nil,
		"only figures whose names match these `patterns`, which may leave out the last parts: latency/read, "+
			"'*/send/size=64'; comma-separated or repeated")
	flags.StringArrayVar(&f.sizes, "sizes", nil,
		"measure messages of these `sizes`, as in 0,63,64KiB, instead of the powers of two up to 1 MiB")
	flags.DurationVar(&f.lasting, "for", 0,
		"measure for this `time`, as in 5m; "+benchTime.String()+" if not given, "+quickTime.String()+" for a quick run")
	flags.BoolVar(&f.quick, "quick", false, "measure few sizes and variants, in a quarter of a minute")
	flags.StringArrayVar(&f.workloads, "workload", nil,
		"measure this program instead, and each kind of its calls: a `file` that replay takes, or a workload of this binary")
	f.reads.addSource(flags)
	flags.Var(&f.memoryLimit, "memory-limit",
		"on Linux, end a worker that takes more memory than this `size`; 0 is no limit")
	flags.StringArrayVar(&f.baseline, "baseline", nil,
		"exit 1 if a figure is worse than in this JSON `report`, or in those of a folder, in two measurements; repeated, "+
			"it names a history")
	flags.StringVar(&f.against, "against", "",
		"measure this `provider` as well, in turns with the other, and exit 1 if a figure is worse than its figure")
	f.gate.add(flags, "with --baseline, or --against")
	flags.StringVar(&f.json, "json-report", "", "write a JSON report to this `file`")
	flags.StringVar(&f.html, "html-report", "", "write a page for a browser to this `file`")
	usage.OneOf(c, &f.format, "format", "text", "how to print, bench for benchstat: ", benchFormats.names())
	flags.BoolVar(&f.quiet, "quiet", false, "print only what is wrong with the command itself")
	usage.Complete(c, "provider", completeProvider)
	usage.Complete(c, "peer", completeProvider)
	usage.Complete(c, "against", completeProvider)
}

// options are what the flags ask to measure. It refuses flags that are impossible.
func (f *benchFlags) options() (o bench.Options, err error) {
	if f.provider, err = selector("provider", f.provider); err != nil {
		return o, err
	}
	if f.peer != "" {
		if _, err := selector("peer", f.peer); err != nil {
			return o, err
		}
	}
	if f.against != "" {
		if f.against, err = selector("against", f.against); err != nil {
			return o, err
		}
	}
	switch {
	case f.against != "" && len(f.baseline) > 0:
		return o, exit.UsageError("--against and --baseline can't go together: name one to compare with")
	case f.lasting < 0:
		return o, exit.UsageError("--for can't be negative, and is %v", f.lasting)
	case len(f.workloads) > 0 && len(f.sizes) > 0:
		return o, exit.UsageError("--sizes are of messages that bench sends, and --workload names what does instead")
	}
	if f.write, err = benchFormats.named(f.format); err != nil {
		return o, err
	}
	o = bench.Options{Quick: f.quick, TimeoutScale: f.reads.scale, Workload: f.workload}
	if len(f.only) > 0 {
		o.Only = words(f.only)
	}
	for _, p := range o.Only {
		if err := pattern.Check(p); err != nil || p == "" {
			return o, exit.UsageError("--only: %q is no pattern", p)
		}
	}
	o.Sizes, err = f.lengths()
	return o, err
}

// time is how long to measure.
func (f *benchFlags) time() time.Duration {
	if f.quick {
		return cmp.Or(f.lasting, quickTime)
	}
	return cmp.Or(f.lasting, benchTime)
}

// longestMessage is the length of the longest message that an SGE can describe.
const longestMessage = 1<<32 - 1

// lengths are the sizes that the flag names, in order.
func (f *benchFlags) lengths() (list []int, err error) {
	if len(f.sizes) == 0 {
		return nil, nil
	}
	for _, word := range words(f.sizes) {
		var s usage.Size
		if err := s.Set(word); err != nil {
			return nil, exit.UsageError("--sizes: %q: %v", word, err)
		}
		if s > longestMessage {
			return nil, exit.UsageError("--sizes: a message has at most %d bytes, and %q are more", longestMessage, word)
		}
		list = append(list, int(s))
	}
	slices.Sort(list)
	return slices.Compact(list), nil
}

// outputs are the files that the flags name.
func (f *benchFlags) outputs(j *benchJob) output.Files {
	return output.Files{
		{Flag: "json-report", Path: f.json, Format: j.json},
		{Flag: "html-report", Path: f.html, Format: j.html},
	}.Named()
}

// plays checks the workloads that are to be measured.
func (f *benchFlags) plays(c *cobra.Command) error {
	f.reads.measured = true
	if err := f.reads.check(c.Context(), f.workloads); err != nil || len(f.workloads) == 0 {
		return err
	}
	f.workload = slices.Concat(playArguments(c.Flags()), []string{"--"}, f.workloads)
	return nil
}

// unnamed is what names of figures don't have.
var unnamed = regexp.MustCompile(`[^\pL\pN._-]+`)

// workloadsOf reads workloads in a worker.
func workloadsOf(ctx context.Context, arguments []string, ends *ndclient.Ends,
) (list []bench.Workload, closes func(), err error) {
	f := playFlags{measured: true}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.addAll(flags)
	if err := flags.Parse(arguments); err != nil {
		return nil, nil, err
	}
	var files []readSeekCloser
	for _, name := range flags.Args() {
		from, err := f.source(ctx, name)
		if err != nil {
			closeAll(files)
			return nil, nil, err
		}
		files = append(files, from.files...)
		if f.fit {
			from.tracks = replay.Fit(ends, from.tracks)
		}
		list = append(list, bench.Workload{Name: unnamed.ReplaceAllString(name, "-"), Tracks: from.tracks})
	}
	return list, func() { closeAll(files) }, nil
}
