package frame

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Number writes a count as a reader takes it in, with a comma before every three
// digits: 1,379.
func Number(n int) string {
	digits, sign := strconv.Itoa(n), ""
	if n < 0 {
		digits, sign = digits[1:], "-"
	}
	return sign + thousands(digits)
}

// Count writes how many there are of something.
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Number(n) + " " + many
}

func thousands(digits string) string {
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// inWords finds the numbers in words. A seed is not a count, but something to be
// copied.
var inWords = regexp.MustCompile(`\b(seed )?([0-9]+)(\.[0-9]+)?\b`)

// Numbers writes the counts in words as [Number] does. It is for words of this
// program's own: what a provider says stays as it was said.
func Numbers(words string) string {
	return inWords.ReplaceAllStringFunc(words, func(found string) string {
		m := inWords.FindStringSubmatch(found)
		if m[1] != "" {
			return found
		}
		return thousands(m[2]) + m[3]
	})
}

// Figure writes a measured value with four digits or, from 1,000 on, as a whole number.
func Figure(f float64) string {
	const whole = 1000
	if math.Abs(f) < whole {
		return fmt.Sprintf("%.4g", f)
	}
	return Number(int(math.Round(f)))
}
