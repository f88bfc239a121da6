package program

// Batch is how often in a row a call is made, at least, after which nothing may be left behind.
const Batch = 64

// manyBatches is the number, of each 64, of the program that begins with so many batches that most calls that fail
// are among them, and mostBatches is how many.
const manyBatches, mostBatches = 12, 40

func (g *generator) beginWithBatches() {
	for n := range uint64(mostBatches) {
		g.addMany([]Op{Refuse, Refuse, Refuse, Refuse, Spare}[n%5], n&1, 0, Batch)
	}
}
