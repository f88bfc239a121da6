package providers

import "time"

// A Host is a machine that a provider is on.
type Host struct {
	// Name is the machine's name, OS and Arch are in Go's terms, and Kernel is the
	// release of the operating system.
	Name, OS, Arch, Kernel string
	// Version is the suite's release there, and Provider is the provider served, as that
	// machine would name it.
	Version, Provider string
	// ClockAhead is how far its clock was ahead of this machine's when the provider was
	// opened; negative if it was behind. It is off by at most half of a round trip.
	ClockAhead time.Duration
}

// Elsewhere is implemented by an instance whose provider is on another machine.
type Elsewhere interface {
	// Host returns that machine; it is zero if the provider is on this one after all.
	Host() Host
}
