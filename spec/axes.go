package spec

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An Axis is something that specs leave open.
type Axis string

// The axes.
const (
	CompletionQueues Axis = "completion-queues"
	ReceiveQueue     Axis = "receive-queue"
	ReceiveDepth     Axis = "receive-depth"
	InitiatorDepth   Axis = "initiator-depth"
	ReceiveEntries   Axis = "receive-entries"
	InitiatorEntries Axis = "initiator-entries"
	PairContext      Axis = "pair-context"
	MemorySize       Axis = "memory-size"
	MemoryOffset     Axis = "memory-offset"
	RegionUse        Axis = "region-use"
	WindowUse        Axis = "window-use"
	PairUse          Axis = "pair-use"
	Neighbor         Axis = "neighbor"
	ReadLimits       Axis = "read-limits"
	PrivateData      Axis = "private-data"
	Family           Axis = "family"
	SizeAxis         Axis = "size"
)

// Choices are what there is on an axis.
type Choices struct {
	Axis Axis
	// Says is what the axis decides.
	Says string
	// list has the plain choice first. What is in it twice is drawn twice as often.
	list []choice
	// From least to most, other numbers can be set by hand; most is 0 if none can.
	least, most uint64
}

type choice struct {
	word   string
	number uint64
}

var (
	depths  = numbers(16, 4, 7, 8, 9, 33, 65, 127) // requests; two take a queue of 254
	counts  = numbers(2, 1, 3, 8)
	offsets = often(numbers(0, 64, 1, 4095), 2, 1, 1, 1)
	before  = append(words("none", "around"), numbers(258)...)
	data    = append(numbers(0, 1), choice{"most", 1024}) // bytes
)

// Axes is the table of what is drawn, in the order in which it is listed. Where an adapter has less, less is given.
var Axes = []Choices{
	{Axis: CompletionQueues, Says: "completion queues of a queue pair", list: words("two", "one")},
	{Axis: ReceiveQueue, Says: "whose queue Receives are posted on", list: often(words("own", "shared"), 2, 1)},
	{Axis: ReceiveDepth, Says: "Receives that a queue holds", list: depths, least: 4, most: 127},
	{Axis: InitiatorDepth, Says: "requests that an initiator queue holds", list: depths, least: 4, most: 127},
	{Axis: ReceiveEntries, Says: "entries of a Receive, at most", list: counts, least: 1, most: 8},
	{Axis: InitiatorEntries, Says: "entries of another request, at most", list: counts, least: 1, most: 8},
	{Axis: PairContext, Says: "context of a queue pair", list: numbers(0, 1, 1<<31, 1<<40+1, math.MaxUint64)},
	{Axis: MemorySize, Says: "bytes of memory", list: numbers(65536, 65537, 163839), least: 65536, most: 163839},
	{Axis: MemoryOffset, Says: "byte of its page at which a region begins", list: offsets, most: 4095},
	{Axis: RegionUse, Says: "whether a region was registered before", list: often(words("first", "second"), 2, 1)},
	{Axis: WindowUse, Says: "earlier Binds of a window", list: often(numbers(0, 1, 2), 2, 1, 1)},
	{Axis: PairUse, Says: "earlier messages: once around the queues, or 258", list: often(before, 16, 7, 1)},
	{Axis: Neighbor, Says: "idle queue pairs with the same queues", list: often(numbers(0, 1, 17), 15, 8, 1)},
	{Axis: ReadLimits, Says: "Reads at a time", list: append([]choice{{"most", math.MaxUint32}}, numbers(1, 2)...)},
	{Axis: PrivateData, Says: "bytes of private data of a connection", list: often(data, 4, 1, 1), most: 1024},
	{Axis: Family, Says: "family of addresses, if the adapters have two", list: often(words("usual", "other"), 3, 1)},
	{Axis: SizeAxis, Says: "requests, results, Receives or bytes of a rule", list: sizes, least: 1, most: 300},
}

// words numbers each word by its place.
func words(list ...string) (choices []choice) {
	for i, word := range list {
		choices = append(choices, choice{word, uint64(i)})
	}
	return choices
}

// often lists each choice as often as its weight says.
func often(choices []choice, weights ...int) (list []choice) {
	for i, n := range weights {
		list = append(list, slices.Repeat(choices[i:i+1], n)...)
	}
	return list
}

func numbers(list ...uint64) (choices []choice) {
	for _, n := range list {
		choices = append(choices, choice{strconv.FormatUint(n, 10), n})
	}
	return choices
}

// choicesOn returns what there is on an axis.
func choicesOn(axis Axis) Choices {
	return Axes[slices.IndexFunc(Axes, func(c Choices) bool { return c.Axis == axis })]
}

// Words lists the choices on the axis, the plain one first.
func (c Choices) Words() (list []string) {
	for _, one := range c.list {
		if !slices.Contains(list, one.word) {
			list = append(list, one.word)
		}
	}
	return list
}

// Values says what can be set on the axis.
func (c Choices) Values() string {
	list := strings.Join(c.Words(), ", ")
	if c.most > 0 {
		list += fmt.Sprintf(", or another number from %d to %d", c.least, c.most)
	}
	return list
}

// number returns what a word means that can be set on the axis.
func (c Choices) number(word string) (n uint64, ok bool) {
	if i := slices.IndexFunc(c.list, func(one choice) bool { return one.word == word }); i >= 0 {
		return c.list[i].number, true
	}
	n, err := strconv.ParseUint(word, 10, 64)
	return n, err == nil && word == strconv.FormatUint(n, 10) && c.most > 0 && c.least <= n && n <= c.most
}

// Has reports whether a word can be set on the axis.
func (c Choices) Has(word string) bool {
	_, ok := c.number(word)
	return ok
}

// word returns the word for a number on the axis.
func (c Choices) word(n uint64) string {
	if i := slices.IndexFunc(c.list, func(one choice) bool { return one.number == n }); i >= 0 {
		return c.list[i].word
	}
	return strconv.FormatUint(n, 10)
}
