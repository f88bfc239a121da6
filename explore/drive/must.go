package drive

import (
	"errors"

	"github.com/ndconform/ndconform/explore/model"
)

// A violation ends the program, wherever it is seen: it is a panic, which [caught] takes back.

// must ends the program if there is a violation.
func must(v *model.Violation) {
	if v != nil {
		panic(v)
	}
}

// breaks ends the program with a violation.
func breaks(rules, seen string, args ...any) { panic(model.Violates(rules, seen, args...)) }

// broken ends the program if an error is a violation. Resources that lack are none.
func broken(err error) {
	var v *model.Violation
	errors.As(err, &v)
	must(v)
}

// caught returns the violation with which something ends, nil if there is none.
func caught(do func()) (v *model.Violation) {
	defer func() {
		switch end := recover().(type) {
		case nil:
		case *model.Violation:
			v = end
		default:
			panic(end)
		}
	}()
	do()
	return nil
}
