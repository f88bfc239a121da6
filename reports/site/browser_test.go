package site

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/look"
)

// TestInBrowser finds a rule from a page that was opened from a file, without a server, and shows that no page is
// wider than a phone, or lacks what a screen reader goes by.
func TestInBrowser(t *testing.T) {
	const (
		ask = `const field = view.document.querySelector('[name=q]'); field.value = 'resize OVERFL';
			field.dispatchEvent(new view.Event('input'));
			const found = [...view.document.querySelectorAll('#found a')].map(a => a.getAttribute('href')).join(' ');
			return view.document.getElementById('status').textContent + ': ' + found;`
		restored = `return view.document.querySelectorAll('#found li').length + ' ' +
			view.document.querySelector('[name=q]').value;`
		page = "IND2Adapter.CreateQueuePairWithSrq.html"
	)
	said := look.At(t, whole(t),
		look.View{Address: "IND2QueuePair.Send.html", Width: 1000, Script: ask},
		look.View{Address: "index.html#q=nd_buffer_overflow", Width: 1000, Script: restored},
		look.View{Address: "index.html", Width: 390, Script: look.TooWide},
		look.View{Address: page, Width: 390, Script: look.TooWide},
		look.View{Address: "index.html", Width: 1440, Script: look.Outline},
		look.View{Address: page, Width: 1440, Script: look.Outline})
	if got := said[0]; !strings.Contains(got,
		"IND2CompletionQueue.Resize.html#cq.resize.nd-buffer-overflow") || strings.Contains(got, "IND2QueuePair") {
		t.Errorf("found: %s", got)
	}
	if got := said[1]; !strings.HasSuffix(got, " nd_buffer_overflow") || strings.HasPrefix(got, "0 ") {
		t.Errorf("a link to a search shows %s", got)
	}
	for _, got := range said[2:4] {
		if got != "" {
			t.Errorf("on a screen of 390 pixels, beyond its edge: %s", got)
		}
	}
	for _, got := range said[4:] {
		if got != "" {
			t.Errorf("the page lacks %s", got)
		}
	}
}
