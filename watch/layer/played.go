package layer

import (
	"errors"
	"os"

	"github.com/ndconform/ndconform/watch/record"
)

// Played notes in the file of findings what came of a text that was replayed: the lines that differ, and why it was
// not made to its end. Without such a file it does nothing.
func Played(name string, differs []string, stopped string) error {
	path := os.Getenv(VariableFindings)
	if path == "" {
		return nil
	}
	file, err := record.Append(path)
	if err != nil {
		return err
	}
	played := &record.Played{Name: name, Differs: differs, Stopped: stopped}
	return errors.Join(file.Write(record.Entry{Played: played}), file.Close())
}
