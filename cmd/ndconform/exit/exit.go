package exit

import (
	"errors"
	"fmt"
)

// The exit codes.
const (
	Conformant = 0
	Failed     = 1 // a failure, an error, or a run that was cut off
	Usage      = 2 // bad arguments or configuration; nothing is written
	Harness    = 3 // the harness itself failed
	Nothing    = 4 // nothing ran
	TooLittle  = 5 // nothing is broken, and too little was observed to say conformant
)

// An Error ends the command with a code. Its text, if any, is shown.
type Error struct {
	Code int
	Text string
}

func (e *Error) Error() string { return e.Text }

// UsageError says what is wrong with arguments, configuration or files.
func UsageError(format string, args ...any) error {
	return &Error{Code: Usage, Text: fmt.Sprintf(format, args...)}
}

// HarnessError says what is wrong with the harness itself.
func HarnessError(format string, args ...any) error {
	return &Error{Code: Harness, Text: fmt.Sprintf(format, args...)}
}

// Code returns the exit code of an error, or of none. An error without one is cobra's complaint
// about arguments.
func Code(err error) int {
	if err == nil {
		return Conformant
	}
	if e := (*Error)(nil); errors.As(err, &e) {
		return e.Code
	}
	return Usage
}
