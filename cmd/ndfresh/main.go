// Command ndfresh runs the suite on the variants of package fresh.
package main

import (
	"github.com/ndconform/ndconform/cmd/ndconform/command"

	_ "github.com/ndconform/ndconform/providers/dll" // each registers itself
	_ "github.com/ndconform/ndconform/providers/fresh"
	_ "github.com/ndconform/ndconform/providers/ref"
	_ "github.com/ndconform/ndconform/providers/verbs"
	_ "github.com/ndconform/ndconform/remote/client"
	_ "github.com/ndconform/ndconform/spec/all" // the suite
)

func main() { command.Main() }
