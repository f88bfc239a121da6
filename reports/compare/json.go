package compare

import "encoding/json"

// JSON writes a comparison as one indented JSON object, which
// docs/schema/comparison.schema.json describes.
func JSON(c *Comparison) ([]byte, error) {
	text, err := json.MarshalIndent(struct {
		Regressed bool `json:"regressed"`
		*Comparison
	}{c.Regressed(), c}, "", "  ")
	return append(text, '\n'), err
}
