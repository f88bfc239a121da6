package results

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/internal/look"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
)

const attack = `</style></table><script>document.title='broken'</script><img src=x onerror=alert(1)>`

// certified is a result that verifies.
func certified(provider string, day int) Result {
	return Result{
		Bundle: "certificates/" + provider, Standing: Verified, Signer: "SHA256:abc", Key: "keys/acme.pub",
		Report:  "reports/1.html",
		Adapter: "mlx5_0 MT_1, firmware 22.41",
		Claim: &certificate.Claim{
			Subject: certificate.Subject{Name: provider + ".dll", SHA256: strings.Repeat("a5", 32)},
			Certificate: certificate.Certificate{
				Provider: provider, ProviderVersion: "1.2", Version: "v0.1.0", Attestation: reports.Independent,
				Started: time.Date(2026, 3, day, 12, 0, 0, 0, time.UTC),
				Granted: []string{"core"}, Profiles: []reports.Profile{
					{
						Name: "core", Verdict: reports.Pass, Kept: 1402, Total: 1436,
						Count: map[reports.Verdict]int{
							reports.Pass: 1400, reports.Warn: 2, reports.Unobservable: 30,
							reports.Unsupported: 4,
						},
					},
					{
						Name: "srq", Verdict: reports.Waived, Kept: 7, Total: 8,
						Count: map[reports.Verdict]int{reports.Pass: 7, reports.Waived: 1},
					},
					{Name: "ndk", Verdict: reports.Unsupported, Total: 9, Count: map[reports.Verdict]int{reports.Unsupported: 9}},
				},
			},
		},
	}
}

// some are results of each standing; everything in them that can be is an attempt to be more than text.
func some() []Result {
	hostile := certified(attack, 4)
	hostile.Adapter, hostile.Notes, hostile.Certificate.Options, hostile.Key = attack, []string{attack}, attack, attack
	list := []Result{
		{Bundle: "certificates/cut", Standing: NotVerified, Problems: []string{attack}},
		{Bundle: attack, Standing: UnknownSigner, Signer: attack, Problems: []string{"signed with another key"}},
		certified("beta", 2), certified("acme", 1), certified("acme", 3), hostile,
	}
	for i := range list {
		list[i].Bundle += fmt.Sprint("-", i)
	}
	NoteSameSubject(list)
	Sort(list)
	return list
}

func pageOf(t *testing.T, list []Result) []byte {
	t.Helper()
	page, err := HTML(list, "v0.1.0", time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	return page
}

// TestPage shows what a buyer looks for, and that nothing of a bundle is more than text.
func TestPage(t *testing.T) {
	page := pageOf(t, some())
	for _, want := range []string{
		"4 of 6 certificates verified", `<th scope="row">acme`,
		`title="1,402 of 1,436 MUSTs kept (2 with a warning), 30 not observable, 4 not claimed"`, ">1,402 / 1,436<",
		`title="7 of 8 MUSTs kept, 1 waived"`, ">met but for waivers<", `<th scope="col">ndk</th>`, ">not claimed<",
		`<time datetime="2026-03-03T12:00:00Z">3 Mar 2026</time>`, "firmware 22.41", `href="reports/1.html"`,
		"unknown signer",
		"the same file is certified in beta-2", "by the key acme.<wbr>pub",
	} {
		if !bytes.Contains(page, []byte(want)) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if bytes.Contains(page, []byte("<script>document")) || bytes.Contains(page, []byte("<img")) {
		t.Error("what a bundle says is more than text")
	}
	if bytes.Contains(page, []byte(">memory-window<")) {
		t.Error("a profile that no certificate mentions has a column")
	}
	if bytes.Contains(page, []byte("certificates/acme")) || bytes.Contains(page, []byte("keys/")) {
		t.Error("the page has a path of whoever checks")
	}
}

// TestNothingIsGreenByMistake shows that what does not verify is never shown as if it did, even if it comes
// with a claim.
func TestNothingIsGreenByMistake(t *testing.T) {
	for _, standing := range []Standing{NotVerified, UnknownSigner} {
		r := certified("acme", 1)
		r.Standing, r.Problems = standing, []string{"its SHA-256 is another"}
		page := pageOf(t, []Result{r})
		_, body, _ := strings.Cut(string(page), "<tbody>")
		if strings.Contains(body, `class="pass"`) || strings.Contains(body, "1,402") || strings.Contains(body,
			"href=\"reports") {
			t.Errorf("%s: a row that does not verify says what is certified:\n%s", standing, body)
		}
		if row := strings.Join(Rows([]Result{r})[1], " "); strings.Contains(row, "1402") || strings.Contains(row, "1.2") {
			t.Errorf("%s: %s", standing, row)
		}
	}
	if page := pageOf(t, nil); !bytes.Contains(page, []byte(`<body class="fail">`)) {
		t.Error("a page without a certificate is green")
	}
}

// TestGreenIsIndependent shows that a row is green only if a release judged, with the provider in a separate process.
func TestGreenIsIndependent(t *testing.T) {
	for want, change := range map[string]func(*certificate.Certificate){
		"pass":  func(*certificate.Certificate) {},
		"warn":  func(c *certificate.Certificate) { c.Attestation = reports.SelfAttested },
		"warn ": func(c *certificate.Certificate) { c.Unreleased = []string{"it names no commit"} },
	} {
		r := certified("acme", 1)
		change(&r.Certificate)
		page := string(pageOf(t, []Result{r}))
		_, body, _ := strings.Cut(page, "<tbody>")
		want = strings.TrimSpace(want)
		if !strings.Contains(body, `<tr class="`+want+`"`) || !strings.Contains(page, `<body class="`+want+`"`) {
			t.Errorf("not %s:\n%s", want, body)
		}
		if want != "pass" && strings.Contains(body, `verdict pass"`) {
			t.Error("a profile of an amber row is green")
		}
	}
}

// TestOrder shows that verified ones come first, by provider, the latest first.
func TestOrder(t *testing.T) {
	var got []string
	for _, r := range some() {
		got = append(got, r.Bundle[strings.LastIndex(r.Bundle, "-")+1:])
	}
	if s := strings.Join(got, " "); s != "5 4 3 2 1 0" {
		t.Errorf("the order is %s", s)
	}
}

func TestAdapter(t *testing.T) {
	run := &reports.Run{Provider: "verbs,device=mlx5_1"}
	run.Environment.RDMA = []reports.RDMADevice{
		{Name: "mlx5_0", Board: "MT_0"},
		{Name: "mlx5_1", Board: "MT_1", Firmware: "22.41"},
	}
	run.Environment.Adapter = &nd2.AdapterInfo{VendorID: 0x15b3, DeviceID: 0x1017}
	if got, want := AdapterOf(run), "mlx5_1 MT_1, firmware 22.41; vendor 0x15b3, device 0x1017"; got != want {
		t.Errorf("the adapter is %q, want %q", got, want)
	}
}

// TestOnScreens shows the page to a browser: it fits, it is sorted on demand, and no script of a bundle runs.
func TestOnScreens(t *testing.T) {
	files := map[string][]byte{"index.html": pageOf(t, some())}
	const sorted = `const d = view.document, [, date] = d.querySelectorAll('th button'); date.click(); date.click();
		const dates = [...d.querySelectorAll('tbody tr')].map(r => r.dataset.date.slice(5, 10)).join(' ');
		return d.title.includes('broken') + ' ' + dates + ' ' + date.closest('th').ariaSort;`
	said := look.At(t, files, look.View{Address: "index.html", Width: 390, Script: look.TooWide},
		look.View{Address: "index.html", Width: 1440, Script: look.TooWide},
		look.View{Address: "index.html", Width: 1440, Script: look.Outline},
		look.View{Address: "index.html", Width: 1440, Script: sorted})
	for i, want := range []string{"", "", "", "false 03-04 03-03 03-02 03-01   descending"} {
		if said[i] != want {
			t.Errorf("view %d: %q, want %q", i, said[i], want)
		}
	}
}
