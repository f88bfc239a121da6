package reports

import "encoding/json"

// JSON writes run as one indented JSON object.
func JSON(run *Run) ([]byte, error) {
	complete := *run
	if complete.Specs == nil {
		complete.Specs = []Spec{}
	}
	if complete.Requirements == nil {
		complete.Requirements = []Requirement{}
	}
	complete.Causes, complete.Differences = CausesOf(run), DifferencesOf(run)
	text, err := json.MarshalIndent(&complete, "", "  ")
	return append(text, '\n'), err
}
