package spec

import . "github.com/onsi/ginkgo/v2"

// Unsupported skips the spec, since the provider does not claim the feature that it is
// about.
func Unsupported(feature string) {
	why := "the adapter does not claim " + feature
	skip(NoteUnsupported, why)
}

// Unobservable skips the spec, since what it is about cannot be brought about
// here; why says what stands in the way.
func Unobservable(why string) {
	skip(NoteUnobservable, why)
}

// skip ends the spec with a note of why it does not judge.
func skip(kind NoteKind, why string) {
	note(kind, why)
	if t := current.Load(); t != nil {
		t.ending.skips()
	}
	Skip(string(kind) + ": " + why)
}
