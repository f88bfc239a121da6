package text

import (
	"bytes"
	"fmt"

	"github.com/ndconform/ndconform/reports"
)

// waitsOnScreen is how much of what waits is shown on a screen.
const waitsOnScreen = 5

// waitingLines writes what waited when the program ended: at most as much as said.
func waitingLines(b *bytes.Buffer, w *reports.Watched, most, width int) {
	words := w.WaitingWords()
	if words == "" {
		return
	}
	fmt.Fprintf(b, "%s\n", words)
	shown := w.Waiting[:min(len(w.Waiting), most)]
	for _, wait := range shown {
		wrapped(b, width, wait.Kind, wait.Title()+", "+wait.Where())
		wrapped(b, width, "ends by", wait.Ends)
		if wait.Breaks != "" {
			wrapped(b, width, "breaks", wait.Breaks)
		}
		if wait.Likely != "" {
			wrapped(b, width, "likely", wait.Likely)
		}
	}
	if left := len(w.Waiting) - len(shown) + w.More; left > 0 {
		fmt.Fprintf(b, "  %d more\n", left)
	}
	fmt.Fprintln(b)
}
