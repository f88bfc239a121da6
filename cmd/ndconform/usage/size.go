package usage

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Size is a flag whose value is a number of bytes.
type Size int64

var units = []struct {
	name  string
	bytes int64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}}

// Type implements [pflag.Value].
func (s *Size) Type() string { return "size" }

// String implements [pflag.Value].
func (s *Size) String() string {
	for _, u := range units {
		if n := int64(*s); n != 0 && n%u.bytes == 0 {
			return fmt.Sprintf("%d%s", n/u.bytes, u.name)
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Set implements [pflag.Value].
func (s *Size) Set(text string) error {
	unit := int64(1)
	for _, u := range units {
		if number, ok := strings.CutSuffix(text, u.name); ok {
			text, unit = number, u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64/unit {
		return errors.New("a size is a number of bytes, or one with KiB, MiB or GiB, as in 512MiB")
	}
	*s = Size(n * unit)
	return nil
}
