package doctor

import (
	"errors"
	"fmt"
	"net"
	"syscall"
	"time"
)

// rocePort is the UDP port of RoCEv2. Source: IBTA, annex A17.
const rocePort = 4791

// network says whether the UDP port of RoCE is free, and what is sent to it arrives.
func network() []Fact {
	f := Fact{Name: fmt.Sprintf("UDP port %d", rocePort)}
	c, err := net.ListenUDP("udp4", &net.UDPAddr{Port: rocePort})
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		f.Says = "in use, so that --provider=ref,fabric=udp can't have it; its usual fabric, memory, does not need it"
		f.Mend = inUse
		return []Fact{f}
	case err != nil:
		f.Says = err.Error()
		return []Fact{f}
	}
	defer c.Close()
	f.Says = "free"
	return []Fact{f, sentToSelf(c)}
}

// sentToSelf sends a datagram to the socket's port by the machine's own addresses.
func sentToSelf(c *net.UDPConn) Fact {
	f := Fact{Name: "own datagrams"}
	address, err := ownAddress()
	if err != nil {
		f.Says = err.Error()
		return f
	}
	const text = "ndconform"
	if _, err := c.WriteToUDP([]byte(text), &net.UDPAddr{IP: address, Port: rocePort}); err != nil {
		f.Says = fmt.Sprintf("not sent to %v: %v", address, err)
		return f
	}
	_ = c.SetReadDeadline(time.Now().Add(time.Second))
	b := make([]byte, len(text))
	if n, _, err := c.ReadFromUDP(b); err != nil || string(b[:n]) != text {
		f.Says = fmt.Sprintf("what is sent to %v does not arrive within a second", address)
		f.Mend = letThrough
		return f
	}
	f.Says = fmt.Sprintf("this machine's arrive at %v; other machines' were not tested", address)
	return f
}

// ownAddress returns an address of an interface that is up, another one than loopback's if there is one.
func ownAddress() (net.IP, error) {
	all, err := net.InterfaceAddrs()
	if err != nil {
		return nil, err
	}
	var found net.IP
	for _, a := range all {
		n, ok := a.(*net.IPNet)
		if !ok || n.IP.To4() == nil {
			continue
		}
		if found == nil || found.IsLoopback() {
			found = n.IP
		}
	}
	if found == nil {
		return nil, errors.New("no interface has an IPv4 address")
	}
	return found, nil
}
