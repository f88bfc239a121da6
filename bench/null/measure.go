package null

import (
	"context"
	"time"

	"github.com/ndconform/ndconform/bench"
	"github.com/ndconform/ndconform/reports/speed"
)

// size is the length of the copied messages, in bytes.
const size = 64

// sample is the length of a sample.
const sample = time.Millisecond

// rounds is the number of samples of each measurement.
const rounds = 6

// only names one measurement of each kind.
var only = []string{
	"latency/read/size=64/wait=poll", "latency/read/size=64/wait=event", "bandwidth/read/size=64/window=16",
	"rate/send/size=64/qps=1/batch=16", "control/connect/at-once=1", "control/notify", "control/getresults",
	"scaling/send/size=64/connections=1",
}

// Measure measures the provider briefly.
func Measure(ctx context.Context) (list []speed.Measurement) {
	found := map[string]int{}
	var p Provider
	o := bench.Options{Only: only, Sizes: []int{size}, Quick: true, Sample: sample}
	for ; o.Round < rounds; o.Round++ {
		// If it can't be measured, the list stays empty.
		samples, _ := bench.Run(ctx, p.Ends(), o, bench.Events{
			Planned: func(all []speed.Measurement) {
				if list != nil {
					return
				}
				list = all
				for i, m := range all {
					found[m.Name] = i
				}
			},
			Began: func(string) {}, Failed: func(_, _ string) {}, Unsupported: func(_, _ string) {},
		})
		for _, s := range samples {
			m := &list[found[s.Name]]
			m.Samples = append(m.Samples, s.Value)
		}
	}
	for i := range list {
		bench.Summarize(&list[i])
		list[i].Unstable, list[i].Samples = "", nil
	}
	return list
}
