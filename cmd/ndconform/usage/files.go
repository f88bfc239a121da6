package usage

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/ndconform/ndconform/cmd/ndconform/exit"
)

// Stdout is what a flag names instead of a file to have a report printed.
const Stdout = "-"

// The flags that name a file to read or to write. One of those written may name standard output.
var (
	readFiles = []string{"config", "waivers", "baseline", "resume", "rerun-failed", "from", "replay", "key", "subject"}
	printed   = []string{"junit-report", "json-report", "html-report", "markdown-report", "badge", "output"}
)

// mayBeFolders are the flags that may also name a folder of files to read.
var mayBeFolders = []string{"baseline", "from", "key"}

// RefuseStdout refuses "-" where it can't stand for standard input or output: no file gets that name. It refuses what
// is no file where one is read.
func RefuseStdout(c *cobra.Command) error {
	for _, name := range readFiles {
		if is(c, name) {
			return exit.UsageError("--%s can't be standard input: name a file", name)
		}
	}
	for _, name := range []string{"journal", "findings-folder", "out", "keys"} {
		if is(c, name) {
			return NotPrinted(name)
		}
	}
	return inputs(c.Flags())
}

// inputs refuses the flags that name something that is no file: a pipe may make a command wait for ever, and a device
// may have no end.
func inputs(flags *pflag.FlagSet) error {
	for _, name := range readFiles {
		flag := flags.Lookup(name)
		if flag == nil {
			continue
		}
		for _, path := range values(flag) {
			if info, err := os.Stat(path); err == nil && info.IsDir() && slices.Contains(mayBeFolders, name) {
				continue
			}
			if err := Regular(path); err != nil {
				return exit.UsageError("--%s: %v", name, err)
			}
		}
	}
	return nil
}

func values(flag *pflag.Flag) []string {
	if list, ok := flag.Value.(pflag.SliceValue); ok {
		return list.GetSlice()
	}
	return []string{flag.Value.String()}
}

// Regular returns an error if a path leads to something that is no file, unless this process has inherited it, as
// <(command) in a shell. Whoever opens it says that it leads nowhere.
func Regular(path string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, and not a file", path)
	case err == nil && !info.Mode().IsRegular() && !inherited(path):
		return fmt.Errorf("%s is a pipe or a device, and not a file", path)
	}
	return nil
}

// inherited reports whether a path leads to what this process was started with.
func inherited(path string) bool {
	return path == "/dev/stdin" || strings.HasPrefix(path, "/dev/fd/") || strings.HasPrefix(path, "/proc/self/fd/")
}

func is(c *cobra.Command, flag string) bool {
	f := c.Flags().Lookup(flag)
	return f != nil && f.Value.String() == Stdout
}

// NotPrinted is the error of a flag that names standard output where a file is needed.
func NotPrinted(flag string) error {
	return exit.UsageError("--%s can't be standard output: name a file", flag)
}

// Named refuses a flag without a file's name, and an input flag whose name is no readable file.
func Named(flags *pflag.FlagSet) error {
	for _, name := range slices.Concat(readFiles, printed, []string{"journal"}) {
		if flag := flags.Lookup(name); flag != nil && flag.Changed && flag.Value.String() == "" {
			return exit.UsageError("--%s names no file", name)
		}
	}
	return inputs(flags)
}

// smallMost is more than any configuration or key has, in bytes.
const smallMost = 1 << 20

// ReadSmall reads a file that people write, or a key: a file that is far larger, or never
// ends, is something else.
func ReadSmall(path string) ([]byte, error) {
	if err := Regular(path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, smallMost+1))
	if err == nil && len(text) > smallMost {
		err = fmt.Errorf("%s has more than %d MiB", path, smallMost>>20)
	}
	return text, err
}

// FilesIn lists what is in a folder and no folder, and has a name with one of some endings.
func FilesIn(folder string, endings ...string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && slices.Contains(endings, filepath.Ext(e.Name())) {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths, nil
}

// SamePath reports whether two paths lead to one file.
func SamePath(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	two, err := os.Stat(b)
	return err == nil && os.SameFile(one, two)
}
