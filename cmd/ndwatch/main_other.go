//go:build !windows || !cgo

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr,
		"ndwatch is a DLL for Windows: build it with GOOS=windows CGO_ENABLED=1 CC=x86_64-w64-mingw32-gcc go build "+
			"-buildmode=c-shared -o ndwatch.dll ./cmd/ndwatch")
	os.Exit(2)
}
