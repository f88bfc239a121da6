package site

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// look opens a page of the site in Chromium, from a file, and returns what it has made
// of it. probe is a script that runs in a page around it, where view is the page's
// window.
func look(t *testing.T, width int, address, probe string) string {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium found")
	}
	dir := t.TempDir()
	for name, text := range whole(t) {
		write(t, filepath.Join(dir, name), text)
	}
	write(t, filepath.Join(dir, "probe.html"), fmt.Appendf(nil, `<!DOCTYPE html><body><iframe src="%s" width="%d" height="844"></iframe>
<script>onload = () => { const view = frames[0]; document.body.replaceChildren(String((() => { %s })())); }</script>`, address, width, probe))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--disable-background-networking",
		"--user-data-dir="+filepath.Join(dir, "profile"), "--virtual-time-budget=10000", "--dump-dom", "file://"+filepath.ToSlash(filepath.Join(dir, "probe.html"))).Output()
	if err != nil {
		t.Fatalf("Chromium: %v", err)
	}
	_, body, _ := strings.Cut(string(out), "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	return strings.TrimSpace(body)
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestSearch finds a rule from a page that was opened from a file, without a server.
func TestSearch(t *testing.T) {
	const ask = `const field = view.document.querySelector('[name=q]'); field.value = 'resize OVERFL'; field.dispatchEvent(new view.Event('input'));
		return view.document.getElementById('status').textContent + ': ' + [...view.document.querySelectorAll('#found a')].map(a => a.getAttribute('href')).join(' ');`
	got := look(t, 1000, "IND2QueuePair.Send.html", ask)
	if !strings.Contains(got, "IND2CompletionQueue.Resize.html#cq.resize.nd-buffer-overflow") || strings.Contains(got, "IND2QueuePair") {
		t.Errorf("found: %s", got)
	}
	const restored = `return view.document.querySelectorAll('#found li').length + ' ' + view.document.querySelector('[name=q]').value;`
	if got := look(t, 1000, "index.html#q=nd_buffer_overflow", restored); !strings.HasSuffix(got, " nd_buffer_overflow") || strings.HasPrefix(got, "0 ") {
		t.Errorf("a link to a search shows %s", got)
	}
}

// tooWide lists what is beyond the edge of the screen and can't be scrolled to.
const tooWide = `const d = view.document; if (d.documentElement.scrollWidth <= 390) return '';
	return d.documentElement.scrollWidth + ': ' + [...d.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > 390).map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30)).join('; ');`

// TestNarrow shows that no page is wider than a phone.
func TestNarrow(t *testing.T) {
	for _, page := range []string{"index.html", "IND2Adapter.CreateQueuePairWithSrq.html"} {
		if got := look(t, 390, page, tooWide); got != "" {
			t.Errorf("on a screen of 390 pixels, beyond its edge: %s: %s", page, got)
		}
	}
}
