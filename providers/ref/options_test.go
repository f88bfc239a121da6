package ref

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func TestOptions(t *testing.T) {
	s, err := providers.ParseSelector("ref,adapters=1,basic-adapters=0,max-cq-depth=10,max-sge=3,max-read-sge=2,max-inline=0,mtu=1024,seed=9")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	i := opened.(*instance)
	if len(i.adapters) != 1 {
		t.Fatalf("%d adapters", len(i.adapters))
	}
	info := i.adapters[0].info()
	if info.MaxCompletionQueueDepth != 10 || info.MaxInitiatorSGE != 3 || info.MaxReadSGE != 2 ||
		info.MaxInlineDataSize != 0 || info.InlineRequestThreshold != 0 || i.adapters[0].limits.MTU != 1024 {
		t.Errorf("%+v", info)
	}
}

func TestOptionsRefused(t *testing.T) {
	for option, part := range map[string]string{
		"adapters=0":             "from 1 to 254",
		"adapters=200":           "", // 201 in all
		"adapters=254":           "from 1 to 254",
		"basic-adapters=-1":      "from 1 to 254",
		"fabric=carrier-pigeon":  "known: memory",
		"mtu=1500":               "256, 512",
		"mtu=8192":               "256, 512",
		"max-registration=0":     "at least 1",
		"max-sge=0":              "at least 1",
		"max-read-sge=17":        "from 1 to max-sge",
		"max-transfer=0":         "max-transfer",
		"max-inbound-reads=256":  "at most 255",
		"max-cq-depth=0":         "at least 1",
		"max-cq-depth=-3":        "not a number",
		"max-cq-depth=1e6":       "not a number",
		"max-srq-depth=0":        "",
		"max-outbound-reads=255": "",
	} {
		s, err := providers.ParseSelector("ref," + option)
		var opened providers.Instance
		if err == nil {
			opened, err = s.Open()
		}
		switch {
		case part == "" && err != nil:
			t.Errorf("%s: %v", option, err)
		case part != "" && (err == nil || !strings.Contains(err.Error(), part)):
			t.Errorf("%s: error %v, want one with %q", option, err, part)
		}
		if opened != nil {
			opened.Close()
		}
	}
}

// Instances have nothing in common but the network.
func TestTwoInstances(t *testing.T) {
	_, a, _ := testSides(t)
	_, b, _ := testSides(t)
	out := nd2.Unknown(nil)
	returns(t, a.adapter.CreateQueuePair(nd2.IIDQueuePair, b.cq, b.cq, 0, 1, 1, 1, 1, 0, &out), nd2.InvalidParameter2)
	if a.address == b.address {
		t.Errorf("both have the address %v", a.address)
	}
	p := connectPair(t, a, b)
	exchange(t, a, b, p.aQueuePair, p.bQueuePair)
	exchange(t, b, a, p.bQueuePair, p.aQueuePair)
}
