package reports

import (
	"strconv"
	"strings"
)

// Repeat returns the command that runs one spec of run again, quoted for a shell of the system that it ran on.
func Repeat(run *Run, s Spec) string {
	if run.Explored != nil {
		return repeatExploring(run, s)
	}
	if run.Watched != nil {
		words := []string{run.Environment.Program, "watch"}
		if run.Provider != AnyProvider {
			words = append(words, "--provider="+run.Provider)
		}
		return run.Environment.ShellCommand(append(append(words, "--"), run.Watched.Command...))
	}
	words := []string{run.Environment.Program, "--provider=" + run.Provider}
	if run.Peer != "" {
		words = append(words, "--peer="+run.Peer)
	}
	words = append(append(words, "--filter="+s.ID, "--seed="+strconv.FormatInt(run.Seed, 10)), run.Drawing.flags()...)
	if run.TimeoutScale != 0 && run.TimeoutScale != 1 {
		words = append(words, "--timeout-scale="+strconv.FormatFloat(run.TimeoutScale, 'g', -1, 64))
	}
	if run.Strict {
		words = append(words, "--strict")
	}
	return run.Environment.ShellCommand(words)
}

// repeatExploring returns the command that carries out a finding's program, if that was written to a file, or
// else explores with the same seed, and writes what it finds.
func repeatExploring(run *Run, s Spec) string {
	words := []string{run.Environment.Program, "explore", "--provider=" + run.Provider}
	if run.Peer != "" {
		words = append(words, "--peer="+run.Peer)
	}
	if b := run.Explored.Beside; b != nil {
		words = append(words, "--beside="+b.Provider)
	}
	switch {
	case s.Program != nil && s.Program.File != "":
		words = append(words, "--replay="+s.Program.File)
	default:
		words = append(words, "--seed="+strconv.FormatUint(run.Explored.Seed, 10))
		if run.Explored.Soak != nil {
			words = append(words, "--soak")
		} else if s.Program != nil && s.Program.Replay != "" {
			words = append(words, "--findings-folder=findings")
		}
	}
	if run.TimeoutScale != 0 && run.TimeoutScale != 1 {
		words = append(words, "--timeout-scale="+strconv.FormatFloat(run.TimeoutScale, 'g', -1, 64))
	}
	return run.Environment.ShellCommand(words)
}

// FileName returns the name of a finding's files, without their endings.
func FileName(s Spec) string { return strings.NewReplacer("/", "-", ".", "-").Replace(s.ID) }

// ShellCommand quotes words for a shell of the system.
func (e Environment) ShellCommand(words []string) string {
	quote := quote
	if e.OS == "windows" {
		quote = quoteForWindows
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

// quote quotes a word for a shell, unless no shell would change it.
func quote(word string) string {
	if isPlain(word, "-_=./,:@%+") {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// quoteForWindows quotes a word for cmd.exe and PowerShell, as far as both take the same. A program takes a quotation
// mark after a backslash for one, and backslashes before a quotation mark in pairs.
func quoteForWindows(word string) string {
	if isPlain(word, `-_=./,:+\*`) {
		return word
	}
	var b strings.Builder
	backslashes := 0
	b.WriteByte('"')
	for _, r := range word {
		switch r {
		case '\\':
			backslashes++
			b.WriteRune(r)
			continue
		case '"':
			b.WriteString(strings.Repeat(`\`, backslashes) + `\`)
		}
		backslashes = 0
		b.WriteRune(r)
	}
	b.WriteString(strings.Repeat(`\`, backslashes) + `"`)
	return b.String()
}

// isPlain reports whether a word has only letters of ASCII, digits and others that a shell leaves alone.
func isPlain(word, others string) bool {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(others, r)
	}
	return word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0
}
