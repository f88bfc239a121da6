package fake

// Waste never rests, or rests, until end is closed: what a provider may leave behind. It says
// when it has begun.
func Waste(begun chan<- bool, end <-chan struct{}, spins bool) {
	begun <- true
	for spins {
		select {
		case <-end:
			return
		default:
		}
	}
	<-end
}
