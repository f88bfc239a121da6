package fake

// Waste keeps a processor busy, or rests, until end is closed: a goroutine such as a provider
// may leave behind. It says when it has begun.
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
