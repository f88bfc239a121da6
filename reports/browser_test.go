package reports_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A browser is a headless Chromium, driven over a pair of pipes: requests and
// answers of the DevTools protocol are JSON ended by a NUL. The tests share one,
// each with a separate page.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	last    int
	// events are those that came since navigate, oldest first.
	events []message
	// kill ends a browser that hangs; close makes it end by itself.
	kill, close func()
}

type message struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

// shared is the browser, once a test has asked for it, or why there is none.
var shared struct {
	launch sync.Once
	*browser
	err error
}

func TestMain(m *testing.M) {
	code := m.Run()
	if shared.browser != nil {
		shared.close()
	}
	os.Exit(code)
}

// openPage returns the browser with a page that is the test's own. It skips the test
// if there is no Chromium, and ends a browser that hangs.
func openPage(t *testing.T) *browser {
	t.Helper()
	shared.launch.Do(func() { shared.browser, shared.err = launch() })
	if shared.err != nil {
		t.Skip(shared.err)
	}
	b := shared.browser
	b.t = t
	hangs := time.AfterFunc(time.Minute, b.kill)
	t.Cleanup(func() { hangs.Stop() })
	b.open()
	return b
}

func launch() (*browser, error) {
	path := chromium()
	if path == "" {
		return nil, errors.New("no Chromium found: install chromium, or name one in CHROMIUM")
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "ndconform-chromium-")
	if err != nil {
		return nil, err
	}
	c := exec.Command(path, "--remote-debugging-pipe", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic",
		"--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--hide-scrollbars",
		"--user-data-dir="+dir, "about:blank")
	c.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := c.Start(); err != nil {
		return nil, fmt.Errorf("Chromium does not start: %w", err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{in: in, out: bufio.NewReader(out), kill: func() { _ = c.Process.Kill() }}
	b.close = func() {
		// Asked to close, Chromium leaves no process and no open file behind.
		fmt.Fprintf(in, "{\"id\":%d,\"method\":\"Browser.close\"}\x00", b.last+1)
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
		in.Close()
		out.Close()
		os.RemoveAll(dir)
	}
	return b, nil
}

func chromium() string {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func (b *browser) open() {
	b.t.Helper()
	b.session = ""
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	b.t.Cleanup(func() {
		b.session = ""
		b.call("Target.closeTarget", map[string]any{"targetId": target.TargetID}, nil)
	})
}

// call makes a request and waits for its answer.
func (b *browser) call(method string, params map[string]any, result any) {
	b.t.Helper()
	b.last++
	request := map[string]any{"id": b.last, "method": method}
	if params != nil {
		request["params"] = params
	}
	if b.session != "" {
		request["sessionId"] = b.session
	}
	text, err := json.Marshal(request)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatal(err)
	}
	for {
		m := b.read()
		if m.ID != b.last {
			continue
		}
		if m.Error != nil {
			b.t.Fatalf("%s: %s", method, m.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(m.Result, result); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
}

// read takes one message; an event is kept.
func (b *browser) read() message {
	b.t.Helper()
	text, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("Chromium has ended, or hung: %v", err)
	}
	var m message
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	if m.ID == 0 {
		b.events = append(b.events, m)
	}
	return m
}

// navigate loads a page that is not loaded.
func (b *browser) navigate(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.events = nil
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	loaded := func() bool {
		var state string
		b.eval("location.href === 'about:blank' ? '' : document.readyState", &state)
		return state == "complete"
	}
	for !loaded() {
		b.read() // the event that it has loaded comes, if nothing else does
	}
}

// eval evaluates an expression in the page, once its events are through.
func (b *browser) eval(expression string, value any) {
	b.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true},
		&answer)
	if answer.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, answer.ExceptionDetails)
	}
	if value == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Value, value); err != nil {
		b.t.Fatalf("%s: %v: %s", expression, err, answer.Result.Value)
	}
}

func (b *browser) text(expression string) string {
	b.t.Helper()
	var s string
	b.eval("String("+expression+")", &s)
	return s
}

func (b *browser) number(expression string) float64 {
	b.t.Helper()
	var n float64
	b.eval(expression, &n)
	return n
}

// settle waits until the page has answered to what was done.
func (b *browser) settle() {
	b.t.Helper()
	b.eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))", nil)
}

// click presses the mouse in the middle of the element that selector finds.
func (b *browser) click(selector string) {
	b.t.Helper()
	var at struct{ X, Y float64 }
	b.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
		const hit = document.elementFromPoint(x, y), shown = hit && (e.contains(hit) || hit.contains(e));
		if (!shown) throw new Error('covered by ' + (hit && hit.outerHTML.slice(0, 200)));
		return {X: x, Y: y};
	})()`, selector), &at)
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent",
			map[string]any{"type": kind, "x": at.X, "y": at.Y, "button": "left", "clickCount": 1}, nil)
	}
	b.settle()
}

// press presses a key that types nothing, or Enter or the space bar.
func (b *browser) press(key string) {
	b.t.Helper()
	codes := map[string]int{"Tab": 9, "Enter": 13, " ": 32}
	down := map[string]any{"type": "rawKeyDown", "key": key, "windowsVirtualKeyCode": codes[key]}
	if key == "Enter" || key == " " {
		down["type"], down["text"] = "keyDown", strings.ReplaceAll(key, "Enter", "\r")
	}
	b.call("Input.dispatchKeyEvent", down, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": key, "windowsVirtualKeyCode": codes[key]}, nil)
	if key != "Tab" { // which moves the focus at once
		b.settle()
	}
}

// screen sets the width of the screen, the medium, and dark or light.
func (b *browser) screen(width int, media, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme},
	}}, nil)
	b.settle()
}

// save writes what a method of the protocol gives as data to a file.
func (b *browser) save(dir, name, method string, params map[string]any) {
	b.t.Helper()
	var got struct{ Data []byte }
	b.call(method, params, &got)
	if err := os.WriteFile(filepath.Join(dir, name), got.Data, 0o666); err != nil {
		b.t.Fatal(err)
	}
}
