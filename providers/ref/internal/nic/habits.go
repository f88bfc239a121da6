package nic

// Habits are behaviors that the documents permit and a device does not have by
// default. The zero value is the default.
type Habits struct {
	// Peek has a Notify look at what is queued, announced or not.
	Peek bool
}
