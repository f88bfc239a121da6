package output

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// A digest covers all that was written to a file since it was empty. A file that was not
// written has none.
type digest struct{ hash.Hash }

func (d *digest) restart() { d.Hash = sha256.New() }

// Write adds what is written. It never fails.
func (d *digest) Write(text []byte) (int, error) {
	if d.Hash == nil {
		return len(text), nil
	}
	return d.Hash.Write(text)
}

// Intact returns an error if a path no longer leads to what was written to its file: a
// provider runs as the user who runs the suite, and may have replaced the reports by other
// files, or changed them, during the run.
func (list Files) Intact() error {
	var all error
	for _, o := range list {
		if err := o.Intact(); err != nil {
			all = errors.Join(all, fmt.Errorf("--%s: %w", o.Flag, err))
		}
	}
	return all
}

// Intact returns the error about this file.
func (o *File) Intact() error {
	if regular, err := o.regular(); err != nil || !regular || o.broken || o.written.Hash == nil {
		return err
	}
	errOther := fmt.Errorf(
		"%s is not what this run has written there: something else wrote to it, or has put another file in its place", o.Path)
	now, err := os.Open(o.Path)
	if err != nil {
		return errors.Join(errOther, err)
	}
	defer now.Close()
	seen := sha256.New()
	if _, err := io.Copy(seen, now); err != nil {
		return err
	}
	if !sameFile(o.Handle, now) || !bytes.Equal(seen.Sum(nil), o.written.Sum(nil)) {
		return errOther
	}
	return nil
}
