package child

import (
	"runtime"
	"strings"
)

// OwnVariable reports whether an environment's entry, NAME=value, is one of ndconform's variables.
func OwnVariable(entry string) bool { return ownVariable(entry, runtime.GOOS) }

// On Windows, names of variables ignore case.
func ownVariable(entry, system string) bool {
	name, _, _ := strings.Cut(entry, "=")
	if system == "windows" {
		name = strings.ToUpper(name)
	}
	return strings.HasPrefix(name, "NDCONFORM_")
}
