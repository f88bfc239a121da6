package reports

import (
	"strconv"
	"strings"
)

// Repeat returns the command that runs one spec of run again, quoted for a shell.
func Repeat(run *Run, s Spec) string {
	if run.Explored != nil {
		return repeatExploring(run, s)
	}
	if run.Watched != nil {
		words := []string{run.Environment.Program, "watch"}
		if run.Provider != AnyProvider {
			words = append(words, "--provider="+run.Provider)
		}
		return ShellCommand(append(append(words, "--"), run.Watched.Command...))
	}
	words := []string{run.Environment.Program, "--provider=" + run.Provider}
	if run.Peer != "" {
		words = append(words, "--peer="+run.Peer)
	}
	words = append(words, "--filter="+s.ID, "--seed="+strconv.FormatInt(run.Seed, 10))
	if run.TimeoutScale != 0 && run.TimeoutScale != 1 {
		words = append(words, "--timeout-scale="+strconv.FormatFloat(run.TimeoutScale, 'g', -1, 64))
	}
	if run.Strict {
		words = append(words, "--strict")
	}
	return ShellCommand(words)
}

// repeatExploring returns the command that carries out a finding's program, or explores with
// the same seed.
func repeatExploring(run *Run, s Spec) string {
	words := []string{run.Environment.Program, "explore", "--provider=" + run.Provider}
	if run.Peer != "" {
		words = append(words, "--peer="+run.Peer)
	}
	switch {
	case s.Program != nil && s.Program.Replay != "":
		words = append(words, "--replay="+FileName(s)+".jsonl")
	default:
		words = append(words, "--seed="+strconv.FormatUint(run.Explored.Seed, 10))
		if run.Explored.Soak != nil {
			words = append(words, "--soak")
		}
	}
	if run.TimeoutScale != 0 && run.TimeoutScale != 1 {
		words = append(words, "--timeout-scale="+strconv.FormatFloat(run.TimeoutScale, 'g', -1, 64))
	}
	return ShellCommand(words)
}

// FileName returns the name of a finding's files, without their endings.
func FileName(s Spec) string { return strings.NewReplacer("/", "-", ".", "-").Replace(s.ID) }

// ShellCommand quotes words for a shell.
func ShellCommand(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
	}
	return strings.Join(quoted, " ")
}

// quote quotes a word for a shell, unless no shell would change it.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./,:@%+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
