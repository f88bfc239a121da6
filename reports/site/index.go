package site

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// An index says which entries contain which words. It is written as a script, since
// a page that was opened from a file may read nothing else.
type index struct {
	// Entries has the id, the page, the level and the sentence of each.
	Entries [][4]string `json:"entries"`
	// Words has, for each word, the numbers of the entries that contain it, in order.
	Words map[string][]int `json:"words"`
}

func indexOf(entries []requirement.Entry) ([]byte, error) {
	x := index{Words: map[string][]int{}}
	for n, e := range entries {
		x.Entries = append(x.Entries, [4]string{e.ID, e.SitePage(), string(e.Level), e.Rule})
		for _, word := range wordsOf(e) {
			x.Words[word] = append(x.Words[word], n)
		}
	}
	text, err := json.Marshal(x)
	return []byte("const catalogue = " + string(text) + ";\n"), err
}

// wordsOf lists the words by which an entry can be found, each once.
func wordsOf(e requirement.Entry) []string {
	texts := []string{
		e.ID, e.Interface, e.Method, string(e.Kind), e.Code, e.Request, string(e.Level), string(e.Profile),
		e.Source, e.Rule, e.Ruling,
	}
	for _, n := range e.Needs {
		texts = append(texts, string(n))
	}
	for _, status := range e.Accept {
		texts = append(texts, status.String())
	}
	words := strings.FieldsFunc(strings.ToLower(strings.Join(texts, " ")), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_'
	})
	slices.Sort(words)
	return slices.Compact(words)
}
