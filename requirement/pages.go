package requirement

// pages lists the parts of the catalogue, one a method.
func pages() [][]Entry {
	return [][]Entry{
		cqResize,
	}
}
