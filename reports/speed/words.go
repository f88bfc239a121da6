package speed

import (
	"math"
	"strconv"
)

// Value writes a value of the measurement with its unit, as people who measure RDMA say it: 1.53 µs,
// 11.2 GB/s, 4.05 Mmsg/s.
func (m *Measurement) Value(v float64) string {
	switch m.Unit {
	case Nanoseconds:
		return Time(v)
	case BytesPerSec:
		return Bandwidth(v)
	}
	return Rate(v, m.thing())
}

// thing is what a rate counts: messages, or calls of the control path, which need no word.
func (m *Measurement) thing() string {
	if m.Group == "control" {
		return ""
	}
	return "msg"
}

// Time writes nanoseconds with three digits and the unit that suits them.
func Time(ns float64) string {
	text, prefix := scaled(ns, 1e3, "ns", "µs", "ms", "s")
	return text + " " + prefix
}

// Bandwidth writes bytes a second; units are powers of ten, as those of links are.
func Bandwidth(perSecond float64) string {
	text, prefix := scaled(perSecond, 1e3, "", "k", "M", "G", "T")
	return text + " " + prefix + "B/s"
}

// Rate writes how many of a thing there are in a second.
func Rate(perSecond float64, thing string) string {
	text, prefix := scaled(perSecond, 1e3, "", "k", "M", "G")
	return text + " " + prefix + thing + "/s"
}

// Size writes a number of bytes as 64 B, 4 KiB or 1 MiB: units are powers of two, as sizes of buffers are.
func Size(bytes int) string {
	const kib, mib, gib = 1 << 10, 1 << 20, 1 << 30
	for _, u := range []struct {
		unit string
		of   int
	}{{"GiB", gib}, {"MiB", mib}, {"KiB", kib}} {
		if bytes >= u.of && bytes%(u.of/4) == 0 {
			return strconv.FormatFloat(float64(bytes)/float64(u.of), 'f', -1, 64) + " " + u.unit
		}
	}
	return strconv.Itoa(bytes) + " B"
}

// Percent writes a part of 1 with the digits that matter: 0.4 %, 12 %.
func Percent(part float64) string {
	digits := 1
	if math.Abs(part) >= 0.0995 {
		digits = 0
	}
	return strconv.FormatFloat(part*100, 'f', digits, 64) + " %"
}

// Uncertainty is how far the median may be off, as a part of it: the distance of the farther bound.
func (m *Measurement) Uncertainty() float64 {
	if m.Median <= 0 {
		return 0
	}
	return max(m.High-m.Median, m.Median-m.Low) / m.Median
}

// scaled writes a value with three digits, and returns the first unit in which it has at most three before
// the point.
func scaled(v, step float64, units ...string) (text, unit string) {
	last := len(units) - 1
	at := 0
	for at < last && math.Abs(v) >= step*0.9995 {
		v, at = v/step, at+1
	}
	digits := 0
	switch a := math.Abs(v); {
	case a == 0:
	case a < 9.995:
		digits = 2
	case a < 99.95:
		digits = 1
	}
	return strconv.FormatFloat(v, 'f', digits, 64), units[at]
}
