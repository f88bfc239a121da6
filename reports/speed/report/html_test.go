package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/internal/look"
	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
	"github.com/ndconform/ndconform/reports/speed/report"
)

func page(t *testing.T, r *speed.Report) string {
	t.Helper()
	text, err := report.Page(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestPage(t *testing.T) {
	text := page(t, sample.Report(1))
	for _, says := range []string{
		"<title>Speed of acme,adapter=1 Acme 1.4.2 · ndconform</title>",
		"Latency of Send", "Bandwidth of Write", "Messages by queue pairs", "Cost of a message by connections",
		"Send of 64 B, polling", "unstable</span>: the samples spread by 41 %", "returned ND_CONNECTION_REFUSED",
		"1.40 µs", "12.0 GB/s ±", "Mmsg/s", "32 KiB", "both-ways",
	} {
		if !strings.Contains(text, says) {
			t.Errorf("the page lacks %q", says)
		}
	}
	if found := regexp.MustCompile(`(src|href)="[^#d"][^"]*"|url\(|@import`).FindString(text); found != "" {
		t.Errorf("the page asks for %s", found)
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") || strings.Contains(text, "ZgotmplZ") {
		t.Error("a number or a text could not be written")
	}
}

// TestPlotsAreWellFormed shows that each plot is XML, in which all points are within its box.
func TestPlotsAreWellFormed(t *testing.T) {
	text := page(t, sample.Report(1))
	plots := regexp.MustCompile(`(?s)<svg class="chart".*?</svg>`).FindAllString(text, -1)
	if len(plots) < 10 {
		t.Fatalf("%d plots", len(plots))
	}
	for _, p := range plots {
		d := xml.NewDecoder(strings.NewReader(p))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, p[:100])
			}
		}
	}
	if found := regexp.MustCompile(`points="[^"]*-[0-9][^"]*"|translate\(-`).FindString(text); found != "" {
		t.Errorf("a point is outside its plot: %s", found)
	}
}

// TestOddReports shows that a page can be written of any report that can be read.
func TestOddReports(t *testing.T) {
	evil := `"><script>alert(1)</script>` + strings.Repeat("long ", 1000)
	for name, change := range map[string]func(*speed.Report){
		"nothing measured": func(r *speed.Report) { r.Measurements = nil },
		"no samples": func(r *speed.Report) {
			for i := range r.Measurements {
				r.Measurements[i].Samples, r.Measurements[i].Spread, r.Measurements[i].Failed = nil, nil, "it crashed"
			}
		},
		"zeros": func(r *speed.Report) {
			for i := range r.Measurements {
				m := &r.Measurements[i]
				m.Median, m.Low, m.High = 0, 0, 0
				if m.Spread != nil {
					m.Spread = &speed.Spread{Count: 1, Bounds: []float64{0, 0, 0}, Counts: []int64{0, 0, 0}}
				}
			}
		},
		"huge values": func(r *speed.Report) {
			for i := range r.Measurements {
				m := &r.Measurements[i]
				m.Median, m.High, m.Size = math.MaxFloat64, math.MaxFloat64, math.MaxInt
			}
		},
		"hostile texts": func(r *speed.Report) {
			r.Provider, r.Peer, r.Incomplete, r.Filters = evil, evil, evil, []string{evil}
			r.Environment.Host, r.Environment.ProviderVersion, r.Environment.CommandLine = evil, evil, []string{evil}
			for i := range r.Measurements {
				m := &r.Measurements[i]
				m.Op, m.Flags, m.Failed, m.Unsupported, m.Unstable = evil, []string{evil}, evil, evil, evil
				m.Name += evil
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := sample.Report(1)
			change(r)
			text := page(t, r)
			if strings.Contains(text, "<script>") && strings.Contains(text, "alert(1)</script>") {
				t.Error("a script of the report's is on the page")
			}
			if strings.Contains(text, "NaN") || strings.Contains(text, "Inf") {
				t.Error("a number could not be written")
			}
			if len(text) > 4<<20 {
				t.Errorf("the page has %d bytes", len(text))
			}
		})
	}
}

// TestInBrowser shows that the page fits on a phone, and has what those need who do not see it.
func TestInBrowser(t *testing.T) {
	var files bytes.Buffer
	files.WriteString(page(t, sample.Report(1)))
	views := []look.View{
		{Address: "page.html", Width: 1280, Script: look.TooWide},
		{Address: "page.html", Width: 390, Script: look.TooWide},
		{Address: "page.html", Width: 320, Script: look.TooWide},
		{Address: "page.html", Width: 1280, Script: look.Outline},
	}
	for i, said := range look.At(t, map[string][]byte{"page.html": files.Bytes()}, views...) {
		if said != "" {
			t.Errorf("%d px wide: %s", views[i].Width, said)
		}
	}
}
