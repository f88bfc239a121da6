package runner

import (
	"testing"

	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/spec"
)

// suiteOfProbes is a suite that has the probes and one spec more.
func suiteOfProbes() []Spec {
	suite := []Spec{{ID: "qp.send.gathers"}}
	for _, c := range spec.Probes() {
		suite = append(suite, Spec{ID: c.Spec})
	}
	return suite
}

func failed(id string) reports.Spec { return reports.Spec{ID: id, Verdict: reports.Fail} }

// TestProbesFail shows that a prerequisite counts as failed when its probe has failed in it twice, and
// for no less: not once, not by two specs, and not in two prerequisites.
func TestProbesFail(t *testing.T) {
	first := spec.Probes()[0].Spec
	second := spec.Probes()[1].Spec
	type result struct {
		spec   string
		failed spec.Prerequisite
	}
	for name, c := range map[string]struct {
		results []result
		want    spec.Prerequisite
	}{
		"twice": {
			[]result{{first, spec.PrerequisiteAdapter}, {first, spec.PrerequisiteAdapter}},
			spec.PrerequisiteAdapter,
		},
		"once":              {[]result{{first, spec.PrerequisiteAdapter}, {first, ""}}, ""},
		"once each":         {[]result{{first, spec.PrerequisiteAdapter}, {second, spec.PrerequisiteAdapter}}, ""},
		"two prerequisites": {[]result{{first, spec.PrerequisiteAdapter}, {first, spec.PrerequisiteRegistration}}, ""},
		"a spec that is none": {[]result{
			{"qp.send.gathers", spec.PrerequisiteAdapter},
			{"qp.send.gathers", spec.PrerequisiteAdapter},
		}, ""},
		"when it has been done": {
			[]result{{first, ""}, {first, spec.PrerequisiteAdapter}, {first, spec.PrerequisiteAdapter}},
			"",
		},
	} {
		probes := newProbes(suiteOfProbes())
		var got spec.Prerequisite
		for _, r := range c.results {
			_, confirmed := probes.judge(failed(r.spec), r.failed)
			got = max(got, confirmed)
		}
		if got != c.want {
			t.Errorf("%s: %q has failed, want %q", name, got, c.want)
		}
		if _, failed := probes.failed[spec.PrerequisiteAdapter]; failed != (c.want != "") {
			t.Errorf("%s: failed %v", name, probes.failed)
		}
	}
}
