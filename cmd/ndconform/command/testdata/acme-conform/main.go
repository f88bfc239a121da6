// Command acme-conform puts Acme's provider under the ndconform suite.
package main

import (
	"github.com/ndconform/ndconform/cmd/ndconform/command"

	_ "github.com/ndconform/ndconform/cmd/ndconform/command/testdata/acme-conform/acme" // registers itself
	_ "github.com/ndconform/ndconform/spec/all"                                         // the suite
)

func main() { command.Main() }
