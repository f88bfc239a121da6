package ref

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

func TestOptions(t *testing.T) {
	s, err := providers.ParseSelector(
		"ref,adapters=1,basic-adapters=0,max-cq-depth=10,max-sge=3,max-read-sge=2,max-inline=0,mtu=1024,seed=9")
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

func TestReadLimitsDiffer(t *testing.T) {
	s, err := providers.ParseSelector("ref,max-inbound-reads=3,max-outbound-reads=200")
	if err != nil {
		t.Fatal(err)
	}
	opened, err := s.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	for n, want := range [][2]uint32{{3, 200}, {6, 255}, {6, 255}} {
		info := opened.(*instance).adapters[n].info()
		if got := [2]uint32{info.MaxInboundReadLimit, info.MaxOutboundReadLimit}; got != want {
			t.Errorf("adapter %d: %d, want %d", n, got, want)
		}
	}
}

func TestOptionsRefused(t *testing.T) {
	for option, part := range map[string]string{
		"adapters=0":             "from 1 to 254",
		"adapters=200":           "", // 201 in all
		"adapters=254":           "from 1 to 254",
		"basic-adapters=-1":      "from 1 to 254",
		"fabric=carrier-pigeon":  "known: memory, udp",
		"loss=1.5":               "from 0 to 1",
		"corrupt=NaN":            "from 0 to 1",
		"duplicate=often":        "from 0 to 1",
		"reorder=0.5":            "",
		"delay=5":                "with its unit",
		"delay=2s":               "from 0 to 1s",
		"jitter=-1us":            "from 0 to 1s",
		"listen=127.0.0.1":       "fabric=udp",
		"netns=peer":             "fabric=udp",
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
		"keepalive=0s":           "",
		"keepalive=10s":          "",
		"keepalive=25h":          "from 0s to 24h0m0s",
		"keepalive=forever":      "with its unit",
		"psn=0xfffff0":           "",
		"psn=16777216":           "from 0 to 0xffffff",
		"psn=high":               "from 0 to 0xffffff",
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

func TestListenRefused(t *testing.T) {
	for listen, part := range map[string]string{
		"":                               "not an IPv4 or IPv6 address",
		"localhost":                      `"localhost" is not an IPv4 or IPv6 address`,
		"127.0.0.1+":                     `"" is not an IPv4 or IPv6 address`,
		"127.0.0.1:4791":                 "not an IPv4 or IPv6 address",
		"0.0.0.0":                        "does not name one host",
		"::":                             "does not name one host",
		"224.0.0.1":                      "does not name one host",
		"fe80::1%lo":                     "does not name one host",
		"127.0.0.1+::ffff:127.0.0.1":     "127.0.0.1 is given twice",
		"127.0.0.1+127.0.0.2,adapters=3": "places 2 adapters, but adapters and basic-adapters ask for 3",
		"127.0.0.1,basic-adapters=1":     "from 1 to 254",
		"198.51.100.7":                   "198.51.100.7: it is not an address of this machine",
	} {
		s, err := providers.ParseSelector("ref,fabric=udp,listen=" + listen)
		var opened providers.Instance
		if err == nil {
			opened, err = s.Open()
		}
		if err == nil {
			opened.Close()
		}
		if err == nil || !strings.Contains(err.Error(), part) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", listen, err, part)
		}
	}
}

func TestListen(t *testing.T) {
	var l listening
	const text = "10.0.0.1/fd00::1+10.0.0.2"
	if err := l.Set(text); err != nil || len(l) != 2 || len(l[0]) != 2 || l.String() != text {
		t.Errorf("%v, %v", l, err)
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
