package qp

import (
	"fmt"
	"slices"

	. "github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/nd2"
	. "github.com/ndconform/ndconform/spec"
	. "github.com/ndconform/ndconform/spec/expect"
)

// pieces are the lengths of entries that specs scatter to and gather from: short,
// odd, and about as long as packets.
var pieces = []int{1, 4096, 7, 1023, 2, 513, 4097, 64}

// scattered cuts memory into at most n entries of those lengths and most bytes, from
// odd offsets and turns about from two regions, and returns the bytes that they name,
// filled with a pattern.
func scattered(a, b *Region, n uint32, most int) (list []nd2.SGE, named []byte) {
	offsets := [2]int{1, 3}
	for i := range min(int(n), len(pieces)) {
		size := min(pieces[i], most-len(named))
		if size <= 0 {
			break
		}
		r := []*Region{a, b}[i%2]
		at := offsets[i%2]
		named = append(named, r.Fill(at, size, byte(i+1))...)
		list = append(list, r.Entry(at, size))
		offsets[i%2] += size + 5
	}
	return list, named
}

// gathered concatenates the bytes that a list's entries name.
func gathered(list []nd2.SGE) []byte {
	var all []byte
	for _, e := range list {
		all = append(all, Contents(e.Buffer)...)
	}
	return all
}

// sizes are message lengths in bytes: short ones, and ones around the ends of
// packets of every path MTU.
var sizes = []int{1, 2, 3, 63, 255, 256, 257, 1023, 1025, 2048, 4095, 4096, 4097, 8193, 12289, 65536, 3<<20 + 1}

// counted names a number of bytes.
func counted(n int) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

// eachSize returns a table entry for each of the sizes.
func eachSize() []TableEntry {
	var list []TableEntry
	for _, n := range sizes {
		list = append(list, Entry("of "+counted(n), Variant(fmt.Sprintf("%d-bytes", n)), n))
	}
	return list
}

// margin is how many bytes around its data a spec watches; it is odd, so that
// data starts at odd addresses.
const margin = 13

// around is what memory that held before is to hold once data has been put into it
// behind the margin.
func around(before, data []byte) []byte {
	after := slices.Clone(before)
	copy(after[margin:], data)
	return after
}

// reuse turns a list to other memory of the region, as a client may when the call
// that it was made for has returned.
func reuse(list []nd2.SGE, r *Region) {
	for i := range list {
		list[i] = r.Entry(len(r.Bytes)/2, len(list[i].Buffer))
	}
}

// some is how many bytes to transfer where it doesn't matter: more than a packet's, if
// the adapter can, and at most half of the memory.
func some(c *Connection) int {
	return min(5000, c.MaxTransfer(), len(c.Active.Memory.Bytes)/2, len(c.Passive.Memory.Bytes)/2)
}

// room is the shape of an end whose memory has room for size bytes and what is watched
// around them.
func room(size int) Shape { return Shape{MemorySize: size + 2*margin} }

// repeat returns a list that names the same entry n times.
func repeat(entry nd2.SGE, n uint32) []nd2.SGE { return slices.Repeat([]nd2.SGE{entry}, int(n)) }

// spread puts data into the memory that a list names.
func spread(list []nd2.SGE, data []byte) {
	for _, e := range list {
		n := min(len(e.Buffer), len(data))
		Overwrite(e.Buffer, data[:n])
		data = data[n:]
	}
}

// watched is memory as it was.
type watched struct {
	regions []*Region
	before  [][]byte
}

// watch remembers what regions hold.
func watch(regions ...*Region) watched {
	w := watched{regions: regions}
	for _, r := range regions {
		w.before = append(w.before, slices.Clone(Contents(r.Bytes)))
	}
	return w
}

// expectUnchanged shows that the regions hold what they held.
func (w watched) expectUnchanged() {
	for i, r := range w.regions {
		Expect(r.Bytes).To(HoldBytes(w.before[i]))
	}
}

// entries returns a list of n entries of three bytes, one behind the other from the
// start of a region.
func entries(r *Region, n int) []nd2.SGE {
	list := make([]nd2.SGE, n)
	for i := range list {
		list[i] = r.Entry(3*i, 3)
	}
	return list
}

// inEntries is the list of the first length bytes of a region in n entries of about the same length, one
// behind the other. Without bytes it has none.
func inEntries(r *Region, length, n int) (list []nd2.SGE) {
	for i := range n {
		if from, to := i*length/n, (i+1)*length/n; from < to {
			list = append(list, r.Entry(from, to-from))
		}
	}
	return list
}
