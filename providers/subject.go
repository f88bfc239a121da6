package providers

// A Subject is an instance whose provider is a file of its own, loaded into the program.
// A certificate of its run is that file's, if it is one of the suite's own providers that has
// loaded it, as dll does, in the suite's own program. What a vendor links into a program of
// its own is certified as that program, whether it implements this or not.
type Subject interface {
	// File returns the path of the file that was loaded.
	File() string
}
