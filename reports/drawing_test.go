package reports

import "testing"

// A certificate has a reservation unless specs were given what they usually are.
func TestDrawingReservation(t *testing.T) {
	for d, has := range map[Drawing]bool{
		{Draw: UsualDraw}: false, {}: true, {Draw: 7}: true, {Draw: UsualDraw, Shape: "size=9"}: true,
	} {
		if says := d.Reservation(); (says != "") != has {
			t.Errorf("of draw %s: %q", d.Words(), says)
		}
	}
}
