package soak

import (
	"github.com/ndconform/ndconform/explore/model"
	"github.com/ndconform/ndconform/internal/leak"
)

// firstWindow is how many rotations the first window of the detector has.
const firstWindow = 3

const thousand = 1000

// newDetector returns a detector that attributes growth to requests, to time, or to a churn's objects.
func newDetector() *leak.Detector {
	columns := []leak.Column{{Name: "thousand requests"}, {Name: "second"}}
	for _, k := range churns[1:] {
		columns = append(columns, leak.Column{Name: k.name, Leaks: true})
	}
	return leak.New(firstWindow, columns...)
}

// created returns how much a block has created, by column.
func (k churn) created(count, messages int, seconds float64) []float64 {
	row := []float64{float64(messages) / thousand, seconds}
	for _, of := range churns[1:] {
		n := 0
		switch of.name {
		case k.name:
			n = count
		case "queue pair": // a connection has two of them
			n = k.pairs * count
		}
		row = append(row, float64(n))
	}
	return row
}

// leftBehind returns a leak as a violation of the documents.
func leftBehind(t *leak.Leak) *model.Violation {
	rules := "connector.storm"
	for _, k := range churns {
		if k.name == t.Per {
			rules = k.rules
		}
	}
	return model.Violates(rules, "%v", t)
}
