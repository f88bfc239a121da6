package ci

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// groovySections scans a declarative pipeline: brackets, strings and comments must end
// in order. It returns the paths of the blocks, such as pipeline/post/always, in the
// order of their begin.
func groovySections(text string) ([]string, error) {
	var open []rune
	var path, all []string
	word, line := "", 1
	for text != "" {
		if size, err := groovyOpaque(text); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		} else if size > 0 {
			line += strings.Count(text[:size], "\n")
			text = text[size:]
			continue
		}
		c := rune(text[0])
		switch text = text[1:]; c {
		case '\n':
			line++
			word = ""
		case '{', '(', '[':
			open = append(open, c)
			if c == '{' {
				name, _, _ := strings.Cut(strings.TrimSpace(word), " ")
				path, word = append(path, name), ""
				all = append(all, strings.Join(path, "/"))
			}
		case '}', ')', ']':
			if len(open) == 0 || open[len(open)-1] != map[rune]rune{'}': '{', ')': '(', ']': '['}[c] {
				return nil, fmt.Errorf("line %d: %c closes nothing", line, c)
			}
			open = open[:len(open)-1]
			if c == '}' {
				path, word = path[:len(path)-1], ""
			}
		default:
			if !slices.Contains(open, '(') {
				word += string(c)
			}
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("%c is not closed", open[len(open)-1])
	}
	return all, nil
}

// groovyOpaque returns the size of the string or comment at text's begin.
func groovyOpaque(text string) (int, error) {
	if strings.HasPrefix(text, "//") {
		return strings.Index(text+"\n", "\n"), nil
	}
	if strings.HasPrefix(text, "/*") {
		if end := strings.Index(text, "*/"); end > 0 {
			return end + 2, nil
		}
		return 0, fmt.Errorf("a comment does not end")
	}
	for _, quote := range []string{"'''", `"""`, "'", `"`} {
		if !strings.HasPrefix(text, quote) {
			continue
		}
		for i := len(quote); i < len(text); i++ {
			switch {
			case text[i] == '\\':
				i++
			case strings.HasPrefix(text[i:], quote):
				return i + len(quote), nil
			case text[i] == '\n' && len(quote) == 1:
				return 0, fmt.Errorf("a string does not end")
			}
		}
		return 0, fmt.Errorf("a string does not end")
	}
	return 0, nil
}

func TestJenkinsfile(t *testing.T) {
	all, err := groovySections(readFile(t, "docs/ci/Jenkinsfile"))
	if err != nil {
		t.Fatal(err)
	}
	var top, within []string
	for _, path := range all {
		switch parts := strings.Split(path, "/"); {
		case len(parts) == 2:
			top = append(top, parts[1])
		case len(parts) == 4 && parts[2] == "stage" || len(parts) == 3 && parts[1] == "post":
			within = append(within, parts[len(parts)-1])
		}
	}
	if want := []string{"agent", "options", "stages", "post"}; !slices.Equal(top, want) {
		t.Errorf("sections %v, want %v", top, want)
	}
	if want := []string{"steps", "steps", "always"}; !slices.Equal(within, want) {
		t.Errorf("within stages and post: %v, want %v", within, want)
	}
}

func TestGroovySections(t *testing.T) {
	for text, want := range map[string]string{
		"a { b('x}') { c 'y' } // {\n d {} }":    "a a/b a/d",
		"a { /* { */ b '''\n{ \\''' { ''' }":     "a",
		"if (x == 1) { y(\"${z}\") } else { w }": "if else",
		"a {":                                    "{ is not closed",
		"a }":                                    "line 1: } closes nothing",
		"a {\n (b }":                             "line 2: } closes nothing",
		"a {\n 'b\n }":                           "line 2: a string does not end",
		"a { '''b }":                             "line 1: a string does not end",
		"a { /* b }":                             "line 1: a comment does not end",
	} {
		all, err := groovySections(text)
		got := strings.Join(all, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
