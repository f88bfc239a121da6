package ref

import "fmt"

// A usage is the flag as: whom the engine follows.
type usage string

const (
	documents usage = "documents"
	practice  usage = "practice"
)

// String implements [flag.Value].
func (u *usage) String() string {
	if *u == "" {
		return string(documents)
	}
	return string(*u)
}

// Set implements [flag.Value].
func (u *usage) Set(s string) error {
	switch v := usage(s); v {
	case documents, practice:
		*u = v
		return nil
	}
	return fmt.Errorf("%q is not known; known: %s, %s", s, documents, practice)
}
