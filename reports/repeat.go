package reports

import (
	"strconv"
	"strings"
)

// Repeat gives the command that runs one spec of run again, quoted for a shell.
func Repeat(run *Run, s Spec) string {
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
	for i, w := range words {
		words[i] = quote(w)
	}
	return strings.Join(words, " ")
}

// quote leaves alone a word that no shell would change.
func quote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_=./,:@%+", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
