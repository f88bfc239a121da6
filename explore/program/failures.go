package program

// Batch is how often in a row a call is made, at least, after which nothing may be left behind.
const Batch = 64

// batchOfCalls makes the same call, which fails or makes what is released at once, so often that what it leaves
// behind shows.
func batchOfCalls(g *generator, on uint64) {
	for range 4 {
		g.addMany([]Op{Refuse, Refuse, Refuse, Spare}[g.rand.IntN(4)], on, 0, Batch)
	}
	if g.rand.IntN(4) == 0 {
		g.addMany(Reject, on, 0, Batch)
	}
	g.add(Settle, on, 0)
}

// manyBatches is the number, of each 16, of the program that begins with so many batches that most calls that fail
// are among them, and mostBatches is how many.
const manyBatches, mostBatches = 12, 100

func (g *generator) beginWithBatches() {
	for n := range uint64(mostBatches) {
		g.addMany([]Op{Refuse, Refuse, Refuse, Refuse, Spare}[n%5], n&1, 0, Batch)
	}
}
