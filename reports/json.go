package reports

import (
	"encoding/json"

	"github.com/ndconform/ndconform/requirement"
)

// JSON writes run, and where it stands in the profiles of the catalogue, as one indented
// JSON object.
func JSON(run *Run, catalogue []requirement.Entry) ([]byte, error) {
	complete := *run
	if complete.Specs == nil {
		complete.Specs = []Spec{}
	}
	if complete.Requirements == nil {
		complete.Requirements = []Requirement{}
	}
	complete.Causes, complete.Differences = CausesOf(run), DifferencesOf(run)
	if run.JudgesProfiles() {
		complete.Standings = Profiles(run, catalogue)
	}
	text, err := json.MarshalIndent(&complete, "", "  ")
	return append(text, '\n'), err
}
