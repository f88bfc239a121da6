package requirement

import (
	"slices"
	"testing"
)

// TestProfilesAreClaimed shows that every profile but those of no feature has a rule that
// only an adapter with the feature can keep.
func TestProfilesAreClaimed(t *testing.T) {
	for _, info := range Profiles() {
		if info.About == "" {
			t.Errorf("profile %s: nothing says what it judges", info.Profile)
		}
		if info.Profile == Core || info.Profile == Microsoft {
			continue
		}
		e, ok := Lookup(info.Claim)
		if !ok || e.Profile != info.Profile || e.Level != Must || e.Provisional {
			t.Errorf("profile %s: %q is no rule that it can be claimed by", info.Profile, info.Claim)
		}
		if info.Need != "" && !slices.Contains(e.Needs, info.Need) {
			t.Errorf("profile %s: %s does not need %s", info.Profile, e.ID, info.Need)
		}
	}
}

// TestFeaturesAndProfiles shows that the rules on a feature are in its profile, and that
// those on its absence are in core: an adapter without it keeps these.
func TestFeaturesAndProfiles(t *testing.T) {
	absence := []Need{NeedNoSRQ, NeedNoResize}
	for _, e := range All() {
		for _, need := range e.Needs {
			if slices.Contains(absence, need) && e.Profile != Core {
				t.Errorf("%s needs %s and is in profile %s: who has no such feature would be granted it", e.ID, need, e.Profile)
			}
		}
		if info := e.Profile.Info(); info.Need != "" && !slices.Contains(e.Needs, info.Need) {
			t.Errorf("%s is in profile %s and does not need %s", e.ID, e.Profile, info.Need)
		}
	}
	if got := Profile("x").Info(); got != (ProfileInfo{Profile: "x"}) {
		t.Errorf("an unknown profile: %+v", got)
	}
}
