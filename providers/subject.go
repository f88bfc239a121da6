package providers

// A Subject is an instance whose provider is a file of its own, loaded into the program.
// A certificate of its run is that file's.
type Subject interface {
	// File gives the path of the file that was loaded.
	File() string
}
