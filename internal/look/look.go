// Package look shows tests how a browser renders pages.
package look

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A View is a page at a width in pixels, and a script to run with the page's window as view.
type View struct {
	Address string
	Width   int
	Script  string
}

// At opens views of files in one Chromium, and returns the scripts' results. It skips the test without
// Chromium.
func At(t *testing.T, files map[string][]byte, views ...View) []string {
	t.Helper()
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("no Chromium found")
	}
	dir := t.TempDir()
	for name, text := range files {
		write(t, filepath.Join(dir, name), text)
	}
	var frames, scripts strings.Builder
	for _, v := range views {
		fmt.Fprintf(&frames, `<iframe src="%s" width="%d" height="844"></iframe>`, v.Address, v.Width)
		fmt.Fprintf(&scripts, "async view => { %s },\n", v.Script)
	}
	write(t, filepath.Join(dir, "probe.html"), fmt.Appendf(nil, `<!DOCTYPE html><body>%s<script>
onload = async () => {
	const scripts = [%s], said = [];
	for (const [i, script] of scripts.entries()) said.push(String(await script(frames[i])));
	const plain = JSON.stringify(said).replace(/[<>&]/g, c => '\\u00' + c.charCodeAt(0).toString(16));
	document.body.replaceChildren(plain);
};</script>`, &frames, &scripts))
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu",
		"--allow-file-access-from-files", "--disable-background-networking", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--virtual-time-budget=10000", "--dump-dom", "file://"+filepath.ToSlash(filepath.Join(dir, "probe.html"))).Output()
	if err != nil {
		t.Fatalf("Chromium: %v", err)
	}
	_, body, _ := strings.Cut(string(out), "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	var said []string
	if err := json.Unmarshal([]byte(strings.TrimSpace(body)), &said); err != nil || len(said) != len(views) {
		t.Fatalf("Chromium: %v: %s", err, body)
	}
	return said
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TooWide is a script that lists what exceeds the right edge of a screen, outside the page's scrolling
// regions.
const TooWide = `const d = view.document, edge = view.innerWidth, wide = d.documentElement.scrollWidth;
	if (wide <= edge) return '';
	const beyond = e => !e.closest('.scroll') && e.getBoundingClientRect().right > edge;
	return wide + ': ' + [...d.querySelectorAll('body *')].filter(beyond)
		.map(e => e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 30)).join('; ');`

// Outline is a script that lists what a page lacks for a screen reader: a title, one top heading, scopes of
// header cells, and names of scrolling regions.
const Outline = `const d = view.document, lacks = [];
	if (!d.title) lacks.push('a title');
	if (!d.documentElement.lang) lacks.push('a language');
	if (d.querySelectorAll('h1').length !== 1) lacks.push('one h1');
	if (!d.querySelector('main')) lacks.push('main');
	for (const e of d.querySelectorAll('th:not([scope])')) lacks.push('a scope for ' + e.textContent);
	for (const e of d.querySelectorAll('.scroll:not([tabindex][role]:is([aria-label], [aria-labelledby]))'))
		lacks.push('a name for ' + e.textContent.slice(0, 30));
	for (const e of d.querySelectorAll('[role=img]:not([aria-label], :has(title))')) lacks.push('words for a picture');
	return lacks.join('; ');`
