package certificates

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/ndconform/ndconform/certificate"
)

// An App is what the commands share with the others of the program.
type App struct {
	// Program is the name that the program was called by.
	Program  string
	Out, Err io.Writer
	// Suite returns the suite of this binary, which certificates must be of.
	Suite func() (*certificate.Suite, error)
}

// Commands returns the commands certify, keygen and verify.
func (a *App) Commands() []*cobra.Command {
	return []*cobra.Command{a.certifyCommand(), a.keygenCommand(), a.verifyCommand()}
}
