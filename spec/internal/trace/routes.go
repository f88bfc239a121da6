package trace

import (
	"slices"

	"github.com/ndconform/ndconform/nd2"
)

// routes say in which completion queues the results of requests come.
type routes struct {
	queues map[lane][]string
	// polls are the queues themselves.
	polls map[string]nd2.CompletionQueue
}

// A lane is what an object has posted of the requests whose results come in the same place.
type lane struct {
	object   string
	receives bool
}

// reports notes that the results of what is posted to an object come in a queue. What has no
// name is not there.
func (r *Recorder) reports(object nd2.Unknown, receives bool, queue nd2.Unknown) {
	at, in := nameOf(object), nameOf(queue)
	if at == "" || in == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.queues == nil {
		r.queues, r.polls = map[lane][]string{}, map[string]nd2.CompletionQueue{}
	}
	if queue, ok := r.quiet(queue).(nd2.CompletionQueue); ok {
		r.polls[in] = queue
	}
	of := lane{at, receives}
	r.queues[of] = append(r.queues[of], in)
}

// shares notes that a queue pair takes its Receives from a shared receive queue.
func (r *Recorder) shares(pair, queue nd2.Unknown) {
	at, from := nameOf(pair), nameOf(queue)
	if at == "" || from == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.shared == nil {
		r.shared = map[string]string{}
	}
	r.shared[at] = from
}

// leads reports whether the result of a request can come in a queue: in any, if it is not known
// where those of its object come.
func (r *routes) leads(c *call, queue string) bool {
	list := r.queues[r.laneOf(c)]
	return list == nil || slices.Contains(list, queue)
}

func (r *routes) laneOf(c *call) lane {
	return lane{c.object, c.method == nd2.RequestReceive.String()}
}
