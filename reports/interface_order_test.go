package reports

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/requirement"
)

// TestEveryInterfaceHasItsPlace shows that no interface of the catalogue is left to
// the end for want of a place.
func TestEveryInterfaceHasItsPlace(t *testing.T) {
	var met []string
	for _, e := range requirement.All() {
		if !slices.Contains(interfaces, e.Interface) {
			t.Errorf("%s has no place", e.Interface)
		}
		if !slices.Contains(met, e.Interface) {
			met = append(met, e.Interface)
		}
	}
	if len(met) != len(interfaces) {
		t.Errorf("%d interfaces have a place, and the catalogue has %d", len(interfaces), len(met))
	}
	slices.SortFunc(met, ByInterface)
	if met[0] != "IND2Provider" || !slices.Equal(met, interfaces) {
		t.Errorf("the order is %v", met)
	}
	if ByInterface("A", "IND2Provider") < 0 || ByInterface("A", "B") > 0 {
		t.Error("what the catalogue does not have comes first, or not by name")
	}
}
