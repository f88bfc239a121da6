package reports

// A Soak is what was measured while long-lived connections carried traffic and others came
// and went.
type Soak struct {
	// Pairs are the connections that live from beginning to end, with a queue pair at
	// both ends.
	Pairs int `json:"pairs"`
	// Messages and Bytes count what they carried and what was compared, Sends, Writes and
	// Reads alike.
	Messages int `json:"messages"`
	Bytes    int `json:"bytes"`
	// Made counts the objects that came and went, by what they are: connections, queue
	// pairs, registrations.
	Made map[string]int `json:"made"`
	// Samples are spread evenly over the time, the first one first.
	Samples []SoakSample `json:"samples"`
	// Trends are of the samples after the warm-up.
	Trends []SoakTrend `json:"trends"`
}

// A SoakSample is what the process that holds the provider has at a moment.
type SoakSample struct {
	// Seconds are since the beginning.
	Seconds float64 `json:"seconds"`
	// Memory is resident, in bytes; Handles is 0 where they are not counted.
	Memory  uint64 `json:"memory"`
	Handles uint64 `json:"handles"`
	// Latency is how long a message and its answer took, in seconds, in the median.
	Latency float64 `json:"latency"`
}

// A SoakTrend is how something grows with something else.
type SoakTrend struct {
	// What is "bytes of memory" or "handles", and Per what it grows with: "queue pair".
	What string `json:"what"`
	Per  string `json:"per"`
	// Each is the slope, Error its standard error: how much one leaves behind.
	Each  float64 `json:"each"`
	Error float64 `json:"error"`
	// Count is how many there were, and Samples how many samples were weighed.
	Count   int `json:"count"`
	Samples int `json:"samples"`
	// Leak says that it is one.
	Leak bool `json:"leak"`
}
