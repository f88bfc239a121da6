package frame

import (
	"fmt"
	"strconv"
)

// Duration returns seconds as a reader would say them.
func Duration(s float64) string {
	switch {
	case s < 0.001:
		return strconv.FormatFloat(s*1e6, 'f', 0, 64) + " µs"
	case s < 1:
		return strconv.FormatFloat(s*1e3, 'f', 1, 64) + " ms"
	case s < 60:
		return strconv.FormatFloat(s, 'f', 1, 64) + " s"
	}
	return fmt.Sprintf("%d min %02d s", int(s)/60, int(s)%60)
}
