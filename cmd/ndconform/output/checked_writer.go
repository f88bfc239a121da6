package output

import "io"

// A CheckedWriter is where a command prints its results to. It keeps the first error: what could not
// be printed is lost, whatever the command itself makes of that.
type CheckedWriter struct {
	To io.Writer
	// Err is the first error.
	Err error
}

// Write implements [io.Writer].
func (o *CheckedWriter) Write(text []byte) (int, error) {
	n, err := o.To.Write(text)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}
