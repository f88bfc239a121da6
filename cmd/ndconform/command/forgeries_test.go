package command

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// lines are those of a journal, each with its end: the header, the provider's opening, a start
// and a result of each spec, and the end.
type lines = [][]byte

// The lines that forgeries begin with.
const (
	headerLine  = 0
	openedLine  = 1
	startedLine = 2
	failedLine  = 3
	passedLine  = 5
)

// forgeries are ways to tamper with a journal.
var forgeries = map[string]func(lines) lines{
	"a result that is better afterwards": func(l lines) lines {
		better := replaced(`"verdict":"fail"`, `"verdict":"pass"`, replaced(`seen ND_CANCELED`, ``, l[failedLine]))
		return slices.Insert(slices.Clone(l), failedLine+1, better)
	},
	"a retry that passes": func(l lines) lines {
		better := replaced(`"verdict":"fail"`, `"verdict":"pass"`, replaced(`seen ND_CANCELED`, ``, l[failedLine]))
		return slices.Insert(slices.Clone(l), failedLine+1, l[startedLine], better)
	},
	"a retry after a resumption": func(l lines) lines {
		better := replaced(`"verdict":"fail"`, `"verdict":"pass"`, replaced(`seen ND_CANCELED`, ``, l[failedLine]))
		return slices.Insert(slices.Clone(l), failedLine+1, line(`{"event":"resumed","at":"2026-03-01T12:00:01Z"}`),
			l[openedLine], l[startedLine], better)
	},
	"a result that is taken back":     at(failedLine, `"verdict":"fail"`, `"verdict":"notrun"`),
	"a result that is waived":         at(failedLine, `"verdict":"fail"`, `"verdict":"waived"`),
	"a pass that says what is wrong":  at(failedLine, `"verdict":"fail"`, `"verdict":"pass"`),
	"a result of other rules":         at(failedLine, `"verdict":"fail"`, `"verdict":"fail","requirements":[]`),
	"an unknown verdict":              at(failedLine, `"verdict":"fail"`, `"verdict":"fine"`),
	"a verdict in other letters":      at(failedLine, `"verdict":"fail"`, `"verdict":"PASS"`),
	"two verdicts":                    at(failedLine, `"verdict":"fail"`, `"verdict":"fail","verdict":"pass"`),
	"two verdicts in other letters":   at(failedLine, `"verdict":"fail"`, `"verdict":"fail","Verdict":"pass"`),
	"two events":                      at(failedLine, `"event":"ended"`, `"event":"ended","event":"incomplete"`),
	"a result without a start":        without(startedLine),
	"a missing result":                without(failedLine),
	"a spec without start and result": without(startedLine, failedLine),
	"another spec without a result":   without(passedLine),
	"results twice": func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine+1, l[failedLine])
	},
	"no opening": without(openedLine),
	"a second header": func(l lines) lines {
		return slices.Insert(slices.Clone(l), openedLine, l[headerLine])
	},
	"two runs":                 func(l lines) lines { return slices.Concat(l, l) },
	"two runs with one header": func(l lines) lines { return slices.Concat(l, l[openedLine:]) },
	"two runs with one end":    func(l lines) lines { return slices.Concat(l[:len(l)-1], l[openedLine:]) },
	"results after the end": func(l lines) lines {
		return append(slices.Clone(l), l[startedLine], l[failedLine])
	},
	"another provider midway": again(`"providerVersion":"1.0"`, `"providerVersion":"2.0"`),
	"another file midway": func(l lines) lines {
		return again(`"providerVersion":"1.0"`, `"providerVersion":"1.0","providerSHA256":"00"`)(l)
	},
	"another format":              at(headerLine, `"journal":1`, `"journal":2`),
	"no format":                   at(headerLine, `"journal":1`, `"journal":0`),
	"a seed that is too large":    at(headerLine, `"seed":1`, `"seed":1`+strings.Repeat("0", 40)),
	"a seed of another challenge": at(headerLine, `"seed":1`, `"seed":1,"challenge":"challenge"`),
	"a challenge of one letter":   at(headerLine, `"seed":1`, `"seed":1,"challenge":"c"`),
	"no spec":                     at(headerLine, `"plan":[`, `"plan":[],"planned":[`),
	"an impossible shard":         at(headerLine, `"plan":[`, `"shard":{"index":3,"count":2},"plan":[`),
	"a shard of too many": at(headerLine, `"plan":[`,
		`"shard":{"index":1,"count":4611686018427387904},"plan":[`),
	"another shard":               at(headerLine, `"plan":[`, `"shard":{"index":2,"count":2},"plan":[`),
	"a time before the beginning": stamp(failedLine, "1970-01-01T00:00:00Z"),
	"a time at the end of times":  stamp(failedLine, "9999-12-31T23:59:59Z"),
	"an end before the beginning": func(l lines) lines { return stamp(len(l)-1, "0001-01-01T00:00:00Z")(l) },
	"a time that is none":         stamp(failedLine, "tomorrow"),
	"a year that is too late":     stamp(failedLine, "10000-01-01T00:00:00Z"),
	"a beginning at the end of times": at(headerLine, `"started":"2026-03-01T12:00:00Z"`,
		`"started":"9999-12-31T23:59:59Z"`),
	"seconds below zero":      at(failedLine, `"seconds":0.5`, `"seconds":-1`),
	"seconds beyond numbers":  at(failedLine, `"seconds":0.5`, `"seconds":1e999`),
	"too many seconds":        every(`"seconds":0.5`, `"seconds":1.7e308`),
	"a worker beyond numbers": at(failedLine, `"worker":1`, `"worker":1e30`),
	"deep nesting":            at(failedLine, `"seconds":0.5`, `"seconds":`+strings.Repeat("[", 100_000)),
	"deep nesting that ends": at(failedLine, `"seconds":0.5`,
		`"seconds":`+strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000)),
	"an endless line": func(l lines) lines {
		return append(slices.Clone(l), bytes.Repeat([]byte("x"), 17<<20))
	},
	"a long message":               at(failedLine, `seen ND_CANCELED`, strings.Repeat("x", 1<<20)),
	"a NUL in a message":           at(failedLine, `seen ND_CANCELED`, "seen \x00"),
	"a NUL that is escaped":        at(failedLine, `seen ND_CANCELED`, `seen \u0000\u001b[2K\u202e`),
	"no UTF-8 in a message":        at(failedLine, `seen ND_CANCELED`, "seen \xff\xc0\x80\xed\xa0\x80"),
	"half a surrogate":             at(failedLine, `seen ND_CANCELED`, `seen \ud800`),
	"a NUL in an event":            at(failedLine, `"event":"ended"`, "\"event\":\"ended\x00\""),
	"no UTF-8 in an event":         at(failedLine, `"event":"ended"`, "\"event\":\"ended\xff\""),
	"an unknown event":             at(failedLine, `"event":"ended"`, `"event":"passed"`),
	"an unknown member":            at(failedLine, `"event":"ended"`, `"event":"ended","passed":true`),
	"something after an entry":     at(failedLine, "\n", " {}\n"),
	"an empty line":                func(l lines) lines { return slices.Insert(slices.Clone(l), failedLine, line("")) },
	"ends of lines as on Windows":  every("\n", "\r\n"),
	"a mark of the order of bytes": at(headerLine, `{`, "\ufeff{"),
	"nothing":                      func(lines) lines { return nil },
	"null":                         func(l lines) lines { return append(lines{line("null")}, l[1:]...) },
	"a list":                       func(l lines) lines { return append(lines{line("[]")}, l[1:]...) },
	"a null entry": func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine, line("null"))
	},
	"an ended null": func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine, line(`{"event":"ended","spec":null}`))
	},
	"a fallen step without a spec": func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine, line(`{"event":"fallen","text":"x"}`))
	},
	"a finding in a run of specs": func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine, line(`{"event":"found","spec":{"id":"x","verdict":"fail"}}`))
	},
}

func line(text string) []byte { return []byte(text + "\n") }

// replaced replaces a part of a line.
func replaced(old, new string, line []byte) []byte {
	return bytes.Replace(line, []byte(old), []byte(new), 1)
}

// at changes a line.
func at(number int, old, new string) func(lines) lines {
	return func(l lines) lines {
		l = slices.Clone(l)
		l[number] = replaced(old, new, l[number])
		return l
	}
}

// every changes all lines.
func every(old, new string) func(lines) lines {
	return func(l lines) lines {
		l = slices.Clone(l)
		for i := range l {
			l[i] = replaced(old, new, l[i])
		}
		return l
	}
}

// stamp changes the time of a line.
func stamp(number int, time string) func(lines) lines {
	return func(l lines) lines {
		before, rest, _ := bytes.Cut(l[number], []byte(`"at":"`))
		_, after, _ := bytes.Cut(rest, []byte(`"`))
		l = slices.Clone(l)
		l[number] = fmt.Appendf(nil, `%s"at":"%s"%s`, before, time, after)
		return l
	}
}

// again opens another provider after the first result.
func again(old, new string) func(lines) lines {
	return func(l lines) lines {
		return slices.Insert(slices.Clone(l), failedLine+1, replaced(old, new, l[openedLine]))
	}
}

// without leaves lines out.
func without(numbers ...int) func(lines) lines {
	return func(l lines) (left lines) {
		for i, one := range l {
			if !slices.Contains(numbers, i) {
				left = append(left, one)
			}
		}
		return left
	}
}
