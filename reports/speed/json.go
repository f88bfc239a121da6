package speed

import (
	"encoding/json"
	"fmt"
	"math"
)

// JSON writes a report as one indented JSON object, which docs/schema/speed.schema.json describes.
func JSON(r *Report) ([]byte, error) {
	complete := *r
	if complete.Measurements == nil {
		complete.Measurements = []Measurement{}
	}
	for _, list := range [][]Measurement{complete.Measurements, complete.Harness.Null} {
		for _, m := range list {
			for _, v := range m.numbers() {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return nil, fmt.Errorf("%s has the value %v, which JSON has no number for", m.Name, v)
				}
			}
		}
	}
	text, err := json.MarshalIndent(&complete, "", "  ")
	return append(text, '\n'), err
}

// numbers lists the measured values of a measurement.
func (m *Measurement) numbers() []float64 {
	list := append([]float64{m.Median, m.Low, m.High, m.Processor}, m.Samples...)
	if s := m.Spread; s != nil {
		list = append(list, s.Min, s.P50, s.P90, s.P99, s.P999, s.Max)
		list = append(list, s.Bounds...)
	}
	return list
}
