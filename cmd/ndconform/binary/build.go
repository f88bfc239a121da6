package binary

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// Module is the path of the suite's own module.
const Module = "github.com/ndconform/ndconform"

// A Build is what this binary, which may be a vendor's, was built from.
type Build struct {
	Version, Commit string
	Modified        bool
}

// This returns what the running binary was built from.
func This() Build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return Build{Version: "unknown"}
	}
	for _, m := range info.Deps {
		if m.Path == Module {
			return Build{Version: m.Version, Modified: m.Replace != nil}
		}
	}
	b := Build{Version: cmp.Or(info.Main.Version, "(devel)")}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// Version returns the release, and the beginning of the commit if it is known.
func Version() string {
	b := This()
	return strings.TrimSpace(b.Version + " " + b.Commit[:min(12, len(b.Commit))])
}
