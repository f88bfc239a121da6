package spec

import . "github.com/onsi/ginkgo/v2"

// Unsupported skips the spec, since the provider does not claim the feature that it is
// about.
func Unsupported(feature string) {
	why := "the adapter does not claim " + feature
	note(NoteUnsupported, why)
	Skip(string(NoteUnsupported) + ": " + why)
}

// Unobservable skips the spec, since what it is about cannot be brought about
// here; why says what stands in the way.
func Unobservable(why string) {
	note(NoteUnobservable, why)
	Skip(string(NoteUnobservable) + ": " + why)
}
