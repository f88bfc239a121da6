package runner

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// suiteOfCanaries is a suite that has the canaries and one more.
func suiteOfCanaries() []Spec {
	suite := []Spec{{ID: "qp.send.gathers"}}
	for _, c := range spec.Canaries() {
		suite = append(suite, Spec{ID: c.Spec})
	}
	return suite
}

func failed(id string) reports.Spec { return reports.Spec{ID: id, Verdict: reports.Fail} }

// TestCanariesFall shows that a ground falls when its canary has broken it twice, and
// for no less: not once, not by two specs, and not by breaking two grounds.
func TestCanariesFall(t *testing.T) {
	first := spec.Canaries()[0].Spec
	second := spec.Canaries()[1].Spec
	type heard struct {
		spec  string
		broke spec.Ground
	}
	for name, c := range map[string]struct {
		heard []heard
		falls spec.Ground
	}{
		"twice":                 {[]heard{{first, spec.GroundAdapter}, {first, spec.GroundAdapter}}, spec.GroundAdapter},
		"once":                  {[]heard{{first, spec.GroundAdapter}, {first, ""}}, ""},
		"once each":             {[]heard{{first, spec.GroundAdapter}, {second, spec.GroundAdapter}}, ""},
		"two grounds":           {[]heard{{first, spec.GroundAdapter}, {first, spec.GroundMemory}}, ""},
		"another one in vain":   {[]heard{{"qp.send.gathers", spec.GroundAdapter}, {"qp.send.gathers", spec.GroundAdapter}}, ""},
		"when it has been done": {[]heard{{first, ""}, {first, spec.GroundAdapter}, {first, spec.GroundAdapter}}, ""},
	} {
		canaries := newCanaries(suiteOfCanaries())
		var fell spec.Ground
		for _, h := range c.heard {
			_, g := canaries.heard(failed(h.spec), h.broke)
			fell = max(fell, g)
		}
		if fell != c.falls {
			t.Errorf("%s: %q falls, want %q", name, fell, c.falls)
		}
		if _, fallen := canaries.fallen[spec.GroundAdapter]; fallen != (c.falls != "") {
			t.Errorf("%s: fallen %v", name, canaries.fallen)
		}
	}
}

// TestBrokenBy shows that only a spec that failed breaks a ground, and that it breaks
// the innermost.
func TestBrokenBy(t *testing.T) {
	in := spec.Footing{Broke: []spec.Ground{spec.GroundConnection, spec.GroundRequest}}
	for verdict, want := range map[reports.Verdict]spec.Ground{
		reports.Fail: spec.GroundRequest, reports.Error: spec.GroundRequest,
		reports.Pass: "", reports.Warn: "", reports.Unobservable: "", reports.Unsupported: "", reports.NotRun: "",
	} {
		if got := brokenBy(reports.Spec{Verdict: verdict}, in); got != want {
			t.Errorf("%s: %q, want %q", verdict, got, want)
		}
	}
}
