package reports

// A Soak is what was measured while long-lived connections carried traffic and others came
// and went.
type Soak struct {
	// Pairs are the connections that live from beginning to end, with a queue pair at
	// both ends.
	Pairs int `json:"pairs"`
	// Messages and Bytes count what they carried, all of which was compared, whether by
	// Send, Write or Read.
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	// Made counts the objects that came and went, by kind: connections, queue pairs,
	// registrations.
	Made map[string]int `json:"made"`
	// Samples are spread evenly over the time, the first one first.
	Samples []SoakSample `json:"samples"`
	// Trends are computed from the samples after the warm-up.
	Trends []SoakTrend `json:"trends"`
}

// A SoakSample is what the process that holds the provider uses at one moment.
type SoakSample struct {
	// Seconds is the time since the beginning.
	Seconds float64 `json:"seconds"`
	// Memory is resident memory, on Windows committed memory, in bytes; Handles is 0 where handles can't be counted.
	Memory  uint64 `json:"memory"`
	Handles uint64 `json:"handles"`
	// Latency is the median time that a message and its answer took, in seconds.
	Latency float64 `json:"latency"`
}

// A SoakTrend is how something grows with something else.
type SoakTrend struct {
	// What is "bytes of memory" or "handles", and Per is what it grows with, such as
	// "queue pair".
	What string `json:"what"`
	Per  string `json:"per"`
	// Each is the slope, which is how much one such object leaves behind, and Error its
	// standard error.
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is how many such objects there were, and Samples how many samples were
	// used.
	Count   int `json:"count"`
	Samples int `json:"samples"`
	// Leak says that the trend is a leak.
	Leak bool `json:"leak"`
}
