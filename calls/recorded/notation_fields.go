package recorded

import (
	"encoding/hex"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// number is a field that is left out if it is 0.
func number(label string, of func(*Call) *uint32) field {
	return field{
		label: label, text: func(c *Call) string {
			if n := *of(c); n != 0 {
				return strconv.FormatUint(uint64(n), 10)
			}
			return ""
		},
		read: func(c *Call, text string) bool {
			n, err := strconv.ParseUint(text, 0, 32)
			*of(c) = uint32(n)
			return err == nil
		},
	}
}

// object is a field with the name of an object, which begins with a kind.
func object(label, kind string, of func(*Call) *string) field {
	read := func(c *Call, text string) bool {
		*of(c) = text
		return isName(text) && interfaces[KindOf(text)] != nil
	}
	return field{
		label: label, text: func(c *Call) string { return *of(c) }, wrong: read,
		read: func(c *Call, text string) bool { return read(c, text) && KindOf(text) == kind },
	}
}

// isName reports whether a text is that of an object: letters, and a number.
func isName(text string) bool {
	kind := KindOf(text)
	return kind != text && kind != "" && strings.Trim(kind, "abcdefghijklmnopqrstuvwxyz") == ""
}

// flagged are flags, which are written by their names.
type flagged interface {
	~uint32
	String() string
}

// named is a field of flags, left out if there are none.
func named[T flagged](of func(*Call) *T) field {
	return field{
		text: func(c *Call) string {
			if *of(c) == 0 {
				return ""
			}
			return (*of(c)).String()
		},
		read: func(c *Call, text string) bool {
			for name := range strings.SplitSeq(text, "|") {
				f, ok := flag[T](strings.TrimSpace(name))
				if !ok {
					return false
				}
				*of(c) |= f
			}
			return true
		},
	}
}

// flag returns the flags of a name.
func flag[T flagged](name string) (T, bool) {
	if n, err := strconv.ParseUint(name, 0, 32); err == nil {
		return T(n), true
	}
	for bits := range T(64) { // the names of up to three bits together
		if bits != 0 && bits.String() == name {
			return bits, true
		}
	}
	high := T(1 << 31)
	return high, high.String() == name
}

// Sides are the names of the two ends.
var Sides = [2]string{"local", "peer"}

func textOfEnd(c *Call) string { return Sides[min(c.Adapter, 1)] }

func readEnd(c *Call, text string) bool {
	c.Adapter = slices.Index(Sides[:], text)
	return c.Adapter >= 0
}

func textOfContext(c *Call) string {
	if c.Context < 1<<16 {
		return strconv.FormatUint(c.Context, 10)
	}
	return fmt.Sprintf("%#x", c.Context)
}

func readContext(c *Call, text string) bool {
	n, err := strconv.ParseUint(text, 0, 64)
	c.Context = n
	return err == nil
}

// textOfBytes is the memory of a region: so many bytes of its own, or a place in another region's.
func textOfBytes(c *Call) string {
	if c.Place.Region != c.On {
		return c.Place.String()
	}
	return fmt.Sprintf("%d bytes", c.Place.Length)
}

func readBytes(c *Call, text string) bool {
	digits, ok := strings.CutSuffix(text, " bytes")
	if !ok {
		return readPlace(c, text)
	}
	n, err := strconv.ParseUint(digits, 0, 40)
	c.Place = Place{Region: c.On, Length: int(n)}
	return ok && err == nil && n <= mostBytes
}

// mostBytes is how large a region may be.
const mostBytes = 1 << 30

func textOfData(c *Call) string {
	if c.Data == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes", c.Data)
}

func readData(c *Call, text string) bool {
	digits, ok := strings.CutSuffix(text, " bytes")
	n, err := strconv.ParseUint(digits, 0, 16)
	c.Data = int(n)
	return ok && err == nil
}

func textOfCarried(c *Call) string { return hex.EncodeToString(c.Bytes) }

func readCarried(c *Call, text string) bool {
	var err error
	c.Bytes, err = hex.DecodeString(text)
	return err == nil
}

func textOfRoom(c *Call) string {
	if c.Room == nil {
		return ""
	}
	return strconv.FormatUint(uint64(*c.Room), 10)
}

func readRoom(c *Call, text string) bool {
	n, err := strconv.ParseUint(text, 0, 16)
	size := uint32(n)
	c.Room = &size
	return err == nil
}

func textOfPlace(c *Call) string { return c.Place.String() }

func readPlace(c *Call, text string) (ok bool) {
	c.Place, ok = parsePlace(text)
	return ok && c.Place.Token == ""
}

func parsePlace(text string) (p Place, ok bool) {
	text, token, other := strings.Cut(text, "/")
	name, rest, found := strings.Cut(text, "+")
	offset, length, framed := strings.Cut(strings.TrimSuffix(rest, "]"), "[")
	at, err := strconv.ParseUint(offset, 0, 40)
	n, wrong := strconv.ParseUint(length, 0, 40)
	if name == Nobody {
		name = ""
	}
	p = Place{name, int(at), int(n), token}
	written := found && framed && strings.HasSuffix(rest, "]") && err == nil && wrong == nil && at+n <= mostBytes
	return p, written && (name == "" || isRegion(name)) && (!other || token == Nobody || isRegion(token))
}

func isRegion(text string) bool { return isName(text) && KindOf(text) == "mr" }

func textOfEntries(c *Call) string {
	parts := make([]string, len(c.Entries))
	for i, p := range c.Entries {
		parts[i] = p.String()
	}
	return "[" + strings.Join(parts, " ") + "]"
}

func readEntries(c *Call, text string) bool {
	inner, begins := strings.CutPrefix(text, "[")
	inner, ends := strings.CutSuffix(inner, "]")
	for one := range strings.FieldsSeq(inner) {
		p, ok := parsePlace(one)
		if !ok {
			return false
		}
		c.Entries = append(c.Entries, p)
	}
	return begins && ends
}

func textOfToken(c *Call) string {
	name := c.Token
	if name == "" {
		name = Nobody
	}
	if c.Invalidated {
		return "earlier token of " + name
	}
	return "token of " + name
}

func readToken(c *Call, text string) bool {
	text, c.Invalidated = strings.CutPrefix(text, "earlier ")
	name, ok := strings.CutPrefix(text, "token of ")
	if c.Token = name; name == Nobody {
		c.Token = ""
	}
	return ok && (name == Nobody || isName(name) && (KindOf(name) == "mr" || KindOf(name) == "mw"))
}

func textOfNotify(c *Call) string { return c.Notify.String() }

func readNotify(c *Call, text string) bool {
	for t := nd2.NotifyErrors; t <= nd2.NotifySolicited; t++ {
		if t.String() == text {
			c.Notify = t
			return true
		}
	}
	return false
}

// address is a field with an address or, with a label, a listener's name or, without one, a port alone.
func address(label string) field {
	return field{label: label, text: func(c *Call) string { return c.To }, read: func(c *Call, text string) bool {
		c.To = text
		host, port, found := strings.Cut(text, ":")
		if found && (host == "" && label == "" || slices.Contains(Sides[:], host)) {
			_, err := strconv.ParseUint(port, 10, 16)
			return err == nil
		}
		_, err := netip.ParseAddrPort(text)
		return err == nil || label != "" && isName(text) && KindOf(text) == "listener"
	}}
}
