package program

// Batch is how often in a row a batch makes its call, at least; nothing may be left behind then.
const Batch = 64

// Program manyBatches of each 64 begins with mostBatches batches: they are most of the calls that fail.
const manyBatches, mostBatches = 12, 40

func (g *generator) beginWithBatches() {
	for n := range uint64(mostBatches) {
		op := Refuse
		switch n % 10 {
		case 3, 8:
			op = Spare
		case 6:
			op = Resize
		case 5:
			op = Reject
		}
		g.addMany(op, n&1, 0, Batch)
	}
}
