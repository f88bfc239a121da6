package child

import (
	"runtime"
	"strings"
)

// OwnVariable reports whether an entry of an environment, NAME=value, is a variable of ndconform's own.
func OwnVariable(entry string) bool { return ownVariable(entry, runtime.GOOS) }

// On Windows the names of variables are the same in upper and lower case.
func ownVariable(entry, system string) bool {
	name, _, _ := strings.Cut(entry, "=")
	if system == "windows" {
		name = strings.ToUpper(name)
	}
	return strings.HasPrefix(name, "NDCONFORM_")
}
