package providers

import (
	"fmt"
	"unicode/utf8"
)

// VersionMost is how many bytes of an instance's version are kept.
const VersionMost = 256

// VersionOf returns the instance's version, cut after [VersionMost] bytes, since every result, report and certificate
// has it. A version that was cut says so.
func VersionOf(i Instance) string {
	version := i.Version()
	if len(version) <= VersionMost {
		return version
	}
	end := VersionMost
	for !utf8.RuneStart(version[end]) && end > VersionMost-utf8.UTFMax {
		end--
	}
	return fmt.Sprintf("%s… (cut: it has %d bytes)", version[:end], len(version))
}
