package reports_test

import (
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/html"
	"github.com/ndconform/ndconform/reports/text"
)

// aHang is a program that was ended while it waited.
func aHang() *reports.Run {
	return &reports.Run{Incomplete: "the time budget of 5s is used up", Watched: &reports.Watched{
		Command: []string{"app"}, Calls: 86, Cut: true, Failed: true, Ended: "signal: killed", Still: 4.5, More: 2,
		Waiting: []reports.Wait{
			{
				Kind: "call", On: "cq3", What: "GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY)", Seconds: 4.6,
				Thread: 42, Place: "app.exe+0x1ad0", Ends: "a result that comes to cq3", Breaks: "client.completion-queue.not-drained",
			},
			{Kind: "ended", On: "cq4", What: "Notify", Seconds: 9, Heard: 8, Process: 7, Ends: "GetOverlappedResult", Likely: "the <provider>"},
		},
	}}
}

func TestWaiting(t *testing.T) {
	run := aHang()
	page, err := html.Page(run, nil)
	if err != nil {
		t.Fatal(err)
	}
	for where, said := range map[string]struct {
		text  string
		parts []string
	}{
		"text": {string(text.Screen(run, nil, "", text.ScreenWidth)), []string{
			"When the program ended, 4 things were under way, and nothing had happened for 4.5 s.\n",
			"  call     cq3: GetOverlappedResult waits for Notify(ND_CQ_NOTIFY_ANY), for 4.6 s, called at",
			"app.exe+0x1ad0, thread 42\n", "  ends by  a result that comes to cq3\n", "  breaks   client.completion-queue.not-drained\n",
			"  ended    cq4: Notify, for 9.0 s, notified 8.0 s ago, process 7\n", "  likely   the <provider>\n", "  2 more\n",
			"app: 86 calls watched; it ended with signal: killed\n",
		}},
		"page": {string(page), []string{"What was under way", "0x1ad0", "thread 42", "Likely the &lt;provider&gt;.", "2 more."}},
	} {
		for _, part := range said.parts {
			if !strings.Contains(said.text, part) {
				t.Errorf("the %s does not say %q:\n%s", where, part, said.text)
			}
		}
	}
}

// What is not known of a process that was cut off is said as it is.
func TestWatchedWords(t *testing.T) {
	for want, w := range map[string]reports.Watched{
		"app: 1 call watched; it ended with exit code 0":                                                    {Ended: "exit code 0"},
		"app: 1 call watched; the program was ended, and its last calls are unknown; it ended with x":       {Cut: true, Failed: true, Ended: "x"},
		"app: 1 call watched; it has left a provider open, and its last calls are unknown; it ended with x": {Cut: true, Ended: "x"},
		"app: 1 call watched; it ended with x":                                                              {Cut: true, Failed: true, Still: 1, Ended: "x"},
	} {
		w.Command, w.Calls = []string{"app"}, 1
		if got := w.Words(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	outside := reports.Watched{Waiting: []reports.Wait{{Kind: "ended"}}}
	if got := outside.WaitingWords(); !strings.Contains(got, "1 thing was under way; no call of ND2's was, ") {
		t.Error(got)
	}
}
