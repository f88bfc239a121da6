package reports_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

var pictures = flag.String("pictures", "", "write pictures of the page, to look at, into this `directory`")

// show writes a page to a file and returns its address.
func show(t *testing.T, run *reports.Run) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, pageOf(t, run), 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// hostile makes every text of the golden run an attempt to be more than text.
func hostile() *reports.Run {
	run := everyPart()
	const attack = "</script></style></pre></details>\"'><script>document.title='broken'</script><img " +
		"src=https://example.com/x onerror=\"document.title='broken'\">"
	for i := range run.Specs {
		s := &run.Specs[i]
		s.Message, s.Trace, s.Notes, s.Title = attack+s.Message, attack+s.Trace, []string{attack}, attack+s.Title
	}
	run.Environment.Host, run.Environment.ProviderVersion, run.Incomplete = attack, attack, attack
	return run
}

// Of the page as it stands: the ids of the specs that can be seen.
const visible = `[...document.querySelectorAll('.spec')].filter(e => e.checkVisibility())
	.map(e => e.id.slice(5)).join(' ')`

func TestPageIsQuiet(t *testing.T) {
	b := openPage(t)
	for name, run := range map[string]*reports.Run{"golden": everyPart(), "hostile": hostile(), "empty": {}} {
		address := show(t, run)
		b.navigate(address)
		b.settle()
		for _, e := range b.events {
			switch e.Method {
			case "Network.requestWillBeSent":
				var sent struct{ Request struct{ URL string } }
				if err := json.Unmarshal(e.Params, &sent); err != nil {
					t.Fatal(err)
				}
				if u := sent.Request.URL; u != address && u != "data:," {
					t.Errorf("%s: the page asks for %s", name, u)
				}
			case "Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled":
				t.Errorf("%s: %s", name, e.Params)
			}
		}
		if title := b.text("document.title"); title == "broken" {
			t.Errorf("%s: the page runs what a provider said", name)
		}
		if n := b.number(
			"document.querySelectorAll('img, iframe, object, embed, script:not(:last-of-type), " +
				"a[href^=\"javascript\"]').length"); n != 0 {
			t.Errorf("%s: %v elements that no report has", name, n)
		}
	}
}

func TestFilters(t *testing.T) {
	b := openPage(t)
	b.screen(1280, "", "light")
	address := show(t, everyVerdict())
	b.navigate(address)
	expect := func(fragment, count, ids string) {
		t.Helper()
		raw, err := url.PathUnescape(b.text("location.hash"))
		if err != nil || raw != fragment {
			t.Errorf("the fragment is %q, want %q", raw, fragment)
		}
		if got := b.text("document.getElementById('count').textContent"); got != count {
			t.Errorf("%s: the page says %q, want %q", fragment, got, count)
		}
		if got := b.text(visible); got != ids {
			t.Errorf("%s: visible are %q, want %q", fragment, got, ids)
		}
	}
	const (
		broken  = "qp.send.nd-canceled qp.send.nd-success"
		left    = "endpoint.create.nd-success cq.resize.nd-invalid-parameter"
		skipped = "qp.send.nd-success/inline mr.register.nd-access-violation srq.modify.nd-success"
	)
	expect("", "8 of 8 specs", broken+" "+left+" "+skipped)
	b.click(".tiles .fail a")
	expect("#verdict=fail", "1 of 8 specs", "qp.send.nd-success")
	b.click(".chip.pass")
	expect("#verdict=pass,fail", "2 of 8 specs", "qp.send.nd-success cq.notify.nd-pending")
	b.click("[type=reset]")
	expect("", "8 of 8 specs", broken+" "+left+" "+skipped)

	b.click("[name=q]")
	b.call("Input.insertText", map[string]any{"text": "goroutine MAIN.main"}, nil)
	b.settle()
	expect("#q=goroutine+MAIN.main", "1 of 8 specs", "qp.send.nd-canceled")
	b.navigate(b.text("location.href"))
	expect("#q=goroutine+MAIN.main", "1 of 8 specs", "qp.send.nd-canceled")
	if got := b.text("document.querySelector('[name=q]').value"); got != "goroutine MAIN.main" {
		t.Errorf("after a reload the search is %q", got)
	}
	b.click("[type=reset]")

	choose := func(name, value string) {
		b.eval("(e => { e.value = '"+value+
			"'; e.dispatchEvent(new Event('input', {bubbles: true})); })(document.querySelector('[name="+name+"]'))", nil)
	}
	choose("interface", "IND2SharedReceiveQueue")
	expect("#interface=IND2SharedReceiveQueue", "1 of 8 specs", "srq.modify.nd-success")
	choose("interface", "")
	choose("profile", "resize")
	expect("#profile=resize", "1 of 8 specs", "cq.resize.nd-invalid-parameter")
	b.click("[type=reset]")

	b.click("[data-code=ND_PENDING]")
	expect("#method=IND2CompletionQueue::Notify&code=ND_PENDING", "1 of 8 specs", "cq.notify.nd-pending")
	if got := b.text("document.activeElement.id"); got != "results" {
		t.Errorf("after a click in the matrix the focus is on %q, want the results", got)
	}
	b.click("#cell")
	expect("", "8 of 8 specs", broken+" "+left+" "+skipped)

	if got := b.text("document.querySelector('[data-verdict=pass] .amount').textContent"); got != "1" {
		t.Errorf("the heading counts %q passed specs", got)
	}
	b.navigate(address + "#spec=cq.notify.nd-pending")
	b.settle()
	b.press("Tab")
	if got := b.text("document.activeElement.closest('.spec[open]')?.id"); got != "spec=cq.notify.nd-pending" {
		t.Errorf("a link to a spec, and Tab, lead to %q", got)
	}
	b.navigate(address + "#verdict=nonsense&q=%zz")
	if got := b.text("document.getElementById('count').textContent"); got != "0 of 8 specs" {
		t.Errorf("with a filter that means nothing the page says %q", got)
	}
}

func TestCopy(t *testing.T) {
	b := openPage(t)
	b.screen(1280, "", "light")
	b.navigate(show(t, everyVerdict()))
	b.click(".spec.fail .command button")
	word := b.text("document.querySelector('.spec.fail .command button').textContent")
	command := b.text("document.querySelector('.spec.fail .command code').textContent")
	if want := reports.Repeat(everyVerdict(), everyVerdict().Specs[5]); command != want {
		t.Errorf("the command is %q, want %q", command, want)
	}
	if word != "Copied" && (word != "Selected" || b.text("getSelection()") != command) {
		t.Errorf("after the click the button says %q, and selected is %q", word, b.text("getSelection()"))
	}
}

// TestKeyboard goes through the page with Tab alone: the focus must be seen, and
// must go down the page.
func TestKeyboard(t *testing.T) {
	b := openPage(t)
	b.screen(1280, "", "light")
	b.navigate(show(t, everyVerdict()))
	b.press("Tab")
	if got := b.text("document.activeElement.className"); got != "skip" {
		t.Fatalf("the first stop is %q, want the link past the head", got)
	}
	stops := 1
	for ; stops < 200; stops++ {
		b.eval("window.before = document.activeElement", nil)
		b.press("Tab")
		state := b.text(`(e => e === document.body ? 'end' :
			!(before.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING) ? 'back to ' + e.outerHTML.slice(0, 99) :
			!e.checkVisibility() || !e.getBoundingClientRect().width ? 'hidden ' + e.outerHTML.slice(0, 99) :
			getComputedStyle(e).outlineStyle === 'none' && !e.matches('.chip input') ?
				'no outline ' + e.outerHTML.slice(0, 99) : '')(document.activeElement)`)
		if state == "end" {
			break
		}
		if state != "" {
			t.Fatalf("stop %d: %s", stops, state)
		}
	}
	if want := b.number("document.querySelectorAll('.spec').length"); float64(stops) < want {
		t.Errorf("the page has %d stops", stops)
	}
	b.eval("document.querySelector('.chip.warn input').focus()", nil)
	b.press(" ")
	if got := b.text("location.hash"); got != "#verdict=warn" {
		t.Errorf("the space bar on a verdict leads to %q", got)
	}
	b.eval("document.querySelector('.spec.warn summary').focus()", nil)
	b.press("Enter")
	if got := b.text("document.querySelector('.spec.warn').open"); got != "true" {
		t.Errorf("Enter on a spec: open is %s", got)
	}
}

// contrasts lists the texts whose contrast to what is behind them is below what
// WCAG 2.2 asks of level AA, each with its ratio.
const contrasts = `(() => {
	const canvas = Object.assign(document.createElement('canvas'), {width: 1, height: 1})
		.getContext('2d', {willReadFrequently: true});
	const pixel = colors => {
		canvas.clearRect(0, 0, 1, 1);
		for (const c of colors) { canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); }
		return canvas.getImageData(0, 0, 1, 1).data;
	};
	const luminance = d => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => {
		const c = d[i] / 255;
		return sum + w * (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
	}, 0);
	const bad = new Set();
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let n = 0;
	while (walker.nextNode()) {
		const e = walker.currentNode.parentElement;
		if (!walker.currentNode.data.trim() || !e.checkVisibility() || e.closest('.sr, script')) continue;
		const behind = [];
		for (let p = e; p; p = p.parentElement) behind.unshift(getComputedStyle(p).backgroundColor);
		const style = getComputedStyle(e);
		const a = luminance(pixel(behind)), b = luminance(pixel([...behind, style.color]));
		const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
		n++;
		if (ratio < 4.5) bad.add(ratio.toFixed(2) + ' ' + e.tagName + '.' + e.className + ' in ' + e.parentElement.className);
	}
	return n < 100 ? 'only ' + n + ' texts were found' : [...bad].join('\n');
})()`

func TestEveryScreen(t *testing.T) {
	b := openPage(t)
	run := everyPart()
	address := show(t, run)
	for _, c := range []struct {
		name          string
		width         int
		media, scheme string
	}{
		{"desktop", 1280, "", "light"},
		{"dark", 1280, "", "dark"},
		{"phone", 390, "", "light"},
		{"narrow", 320, "", "dark"},
		{"paper", 794, "print", "dark"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.screen(c.width, c.media, c.scheme)
			b.navigate(address)
			if wide := b.number("document.documentElement.scrollWidth"); wide > float64(c.width) {
				t.Errorf("the page is %v wide on a screen of %d", wide, c.width)
			}
			if c.media == "" {
				b.eval("document.querySelectorAll('details').forEach(e => e.open = true)", nil)
			}
			if bad := b.text(contrasts); bad != "" {
				t.Errorf("too little contrast:\n%s", bad)
			}
			kinds := []string{".spec"}
			if c.media == "print" {
				kinds = []string{".spec.fail", ".spec.error"}
			}
			for _, kind := range kinds {
				if hidden := b.number(
					fmt.Sprintf("[...document.querySelectorAll('%s dl')].filter(e => !e.checkVisibility()).length",
						kind)); hidden != 0 {
					t.Errorf("%v specs %s are not shown in full", hidden, kind)
				}
			}
			if c.media == "print" &&
				b.number(
					"[...document.querySelectorAll('.spec.pass dl, .spec.notrun dl')].filter(e => e.checkVisibility()).length") != 0 {
				t.Error("specs that are not broken fill the paper")
			}
			if c.media == "print" &&
				b.number(
					"[...document.querySelectorAll('.spec.fail > dl > dt:last-of-type')].filter(e => "+
						"getComputedStyle(e).breakBefore != 'avoid').length") != 0 {
				t.Error("the place of a spec may begin a page alone")
			}
			if *pictures != "" {
				b.save(*pictures, c.name+".png", "Page.captureScreenshot", map[string]any{"captureBeyondViewport": true})
			}
		})
	}
	b.screen(1280, "", "dark")
	b.navigate(address)
	var pdf struct{ Data []byte }
	b.call("Page.printToPDF", map[string]any{"paperWidth": 8.27, "paperHeight": 11.69}, &pdf)
	if !strings.HasPrefix(string(pdf.Data), "%PDF") {
		t.Error("printed, the page is no PDF")
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, "paper.pdf"), pdf.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWithoutScripts(t *testing.T) {
	b := openPage(t)
	b.screen(1280, "", "light")
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.call("Page.navigate", map[string]any{"url": show(t, everyVerdict())}, nil)
	for loaded := false; !loaded; {
		loaded = b.read().Method == "Page.loadEventFired"
	}
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
	if got := b.text("document.getElementById('filters').checkVisibility()"); got != "false" {
		t.Error("filters are shown that nothing answers to")
	}
	if got := b.number("document.querySelectorAll('.spec').length"); got != 8 {
		t.Errorf("the page has %v specs, want 8", got)
	}
	for _, id := range []string{"verdict=fail", "spec=qp.send.nd-success/inline"} {
		b.eval("location.hash = '"+id+"'", nil)
		if got := b.text("document.querySelector(':target').id"); got != id {
			t.Errorf("the link to %s leads to %q", id, got)
		}
	}
	if n := b.number(
		"[...document.querySelectorAll('a[href^=\"#\"]')].filter(a => " +
			"!document.getElementById(decodeURIComponent(a.hash.slice(1))) && !a.closest('.profiles')).length"); n != 0 {
		t.Errorf("%v links lead nowhere", n)
	}
}

// TestWideTablesSayThatTheyAreCut shows that a table which is wider than its place has a cue above it and fades at its
// edge until it is scrolled to its end, and that one which fits has neither.
func TestWideTablesSayThatTheyAreCut(t *testing.T) {
	b := openPage(t)
	address := show(t, everyPart())
	const cues = `[...document.querySelectorAll('.scroll')].map(e => {
		const wide = e.scrollWidth > e.clientWidth, fades = getComputedStyle(e).maskImage !== 'none';
		const words = getComputedStyle(e, '::before').display !== 'none';
		const right = wide === words && fades === (wide && e.scrollLeft + e.clientWidth < e.scrollWidth - 1);
		return right ? '' : e.outerHTML.slice(0, 80) + ' wide ' + wide + ' words ' + words + ' fades ' + fades;
	}).join('')`
	for _, width := range []int{390, 1440} {
		b.screen(width, "", "light")
		b.navigate(address)
		for _, change := range []string{
			"null", "document.querySelector('.matrix').style.minWidth = '3000px'",
			"document.querySelector('.scroll:has(.matrix)').scrollLeft = 200",
			"document.querySelector('.scroll:has(.matrix)').scrollLeft = 9999",
		} {
			b.eval(change, nil)
			b.settle()
			if got := b.text(cues); got != "" {
				t.Errorf("at %d pixels, after %s: %s", width, change, got)
			}
		}
		if b.number("document.querySelector('.scroll:has(.matrix)').scrollLeft") < 200 {
			t.Error("the matrix was not scrolled")
		}
	}
}
