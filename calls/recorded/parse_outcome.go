package recorded

import (
	"strconv"
	"strings"

	"github.com/ndconform/ndconform/nd2"
)

// outcome reads what stands behind the arrow, if there is one.
func (p *parser) outcome(c *Call) error {
	p.spaces()
	c.Status = AnyStatus
	if p.at == len(p.text) {
		return nil
	}
	rest := p.text[p.at:]
	text, ok := strings.CutPrefix(rest, "→")
	if !ok {
		text, ok = strings.CutPrefix(rest, "->")
	}
	if !ok {
		return p.fail(p.at, "expected → or the end of the line, and found %q", rest)
	}
	p.at = len(p.text) - len(text)
	p.spaces()
	text = p.text[p.at:]
	if c.Method == "GetResults" {
		return p.results(c, text)
	}
	s, ok := nd2.ParseStatus(text)
	if !ok {
		return p.fail(p.at, "%q is no status, such as ND_SUCCESS", text)
	}
	c.Status = s
	return nil
}

// results reads "[Receive ND_SUCCESS context 1, 8 bytes; …]".
func (p *parser) results(c *Call, text string) error {
	inner, begins := strings.CutPrefix(text, "[")
	inner, ends := strings.CutSuffix(inner, "]")
	if !begins || !ends {
		return p.fail(p.at, "expected results, as in [Receive ND_SUCCESS context 1, 8 bytes]")
	}
	c.Status = nd2.Success
	for one := range strings.SplitSeq(inner, ";") {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		r, ok := parseResult(one)
		if !ok {
			return p.fail(p.at, "%q is no result, such as Receive ND_SUCCESS context 1, 8 bytes", one)
		}
		c.Results = append(c.Results, r)
	}
	return nil
}

func parseResult(text string) (r nd2.Result, ok bool) {
	for i, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		var number uint64
		var err error
		switch {
		case i == 0 && len(words) == 4 && words[2] == "context":
			r.RequestType, ok = parseType(words[0])
			var known bool
			r.Status, known = nd2.ParseStatus(words[1])
			number, err = strconv.ParseUint(words[3], 0, 64)
			r.RequestContext, ok = uintptr(number), ok && known
		case i > 0 && len(words) == 2 && words[1] == "bytes":
			number, err = strconv.ParseUint(words[0], 0, 32)
			r.BytesTransferred = uint32(number)
		case i > 0 && len(words) == 3 && words[0] == "queue" && words[1] == "pair":
			number, err = strconv.ParseUint(words[2], 0, 64)
			r.QueuePairContext = uintptr(number)
		default:
			return r, false
		}
		if err != nil || !ok {
			return r, false
		}
	}
	return r, ok
}

func parseType(text string) (nd2.RequestType, bool) {
	for t := nd2.RequestReceive; t <= nd2.RequestWrite; t++ {
		if t.String() == text {
			return t, true
		}
	}
	return 0, false
}
