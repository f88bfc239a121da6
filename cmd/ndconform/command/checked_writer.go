package command

import "io"

// A checkedWriter is where a command prints its results to. It keeps the first error: what could not
// be printed is lost, whatever the command itself makes of that.
type checkedWriter struct {
	to  io.Writer
	err error
}

func (o *checkedWriter) Write(text []byte) (int, error) {
	n, err := o.to.Write(text)
	if o.err == nil {
		o.err = err
	}
	return n, err
}
