package command

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

const module = "github.com/ndconform/ndconform"

// A build is what this binary, which may be a vendor's, was built from.
type build struct {
	version, commit string
	modified        bool
}

func thisBuild() build {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return build{version: "unknown"}
	}
	for _, m := range info.Deps {
		if m.Path == module {
			return build{version: m.Version, modified: m.Replace != nil}
		}
	}
	b := build{version: cmp.Or(info.Main.Version, "(devel)")}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.commit = s.Value
		case "vcs.modified":
			b.modified = s.Value == "true"
		}
	}
	return b
}

// version returns the release, and the beginning of the commit if it is known.
func version() string {
	b := thisBuild()
	return strings.TrimSpace(b.version + " " + b.commit[:min(12, len(b.commit))])
}

// versionLine is what the command version prints, and the flag.
func versionLine() string {
	return fmt.Sprintf("ndconform %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprint(a.out, versionLine())
			return err
		},
	}
}
