package ci

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// actionFile is a composite action as GitHub reads it.
type actionFile struct {
	Name, Description string
	Branding          struct{ Icon, Color string }
	Inputs            map[string]struct{ Description, Default string }
	Runs              struct {
		Using string
		Steps []actionStep
	}
}

type actionStep struct {
	Name, ID, If, Uses, Shell, Run string
	Env, With                      map[string]string
}

func readAction(t *testing.T) actionFile { return parse[actionFile](t, "action.yml") }

var (
	inputUsed    = regexp.MustCompile(`\binputs\.([a-z-]+)`)
	variableUsed = regexp.MustCompile(`\$\{?(INPUT_[A-Z]+)`)
)

// TestAction shows that the action's steps are complete, that it uses exactly its
// inputs, and that no input becomes part of a script.
func TestAction(t *testing.T) {
	a := readAction(t)
	if a.Name == "" || a.Description == "" || a.Runs.Using != "composite" {
		t.Errorf("name %q, description %q, using %q", a.Name, a.Description, a.Runs.Using)
	}
	used := map[string]bool{}
	for _, match := range inputUsed.FindAllStringSubmatch(readFile(t, "action.yml"), -1) {
		used[match[1]] = true
	}
	sameNames(t, "inputs", a.Inputs, used)
	for name, input := range a.Inputs {
		if input.Description == "" {
			t.Errorf("input %s has no description", name)
		}
	}
	for _, s := range a.Runs.Steps {
		if s.Name == "" || (s.Run == "") == (s.Uses == "") || (s.Run == "") != (s.Shell == "") {
			t.Errorf("step %q: run and shell, or uses", s.Name)
		}
		if strings.Contains(s.Run, "${{") {
			t.Errorf("step %q: an expression in a script", s.Name)
		}
		if s.Run == "" {
			continue
		}
		read, given := map[string]bool{}, map[string]bool{}
		for _, match := range variableUsed.FindAllStringSubmatch(s.Run, -1) {
			read[match[1]] = true
		}
		for name := range s.Env {
			if strings.HasPrefix(name, "INPUT_") {
				given[name] = true
			}
		}
		sameNames(t, "variables of step "+s.Name, given, read)
	}
	for _, s := range a.Runs.Steps[len(a.Runs.Steps)-2:] {
		if !strings.Contains(s.If, "always()") {
			t.Errorf("step %q is only run if %s", s.Name, s.If)
		}
	}
	flagsOf(t, "action.yml", "ndconform "+step(t, a, "suite").Run)
}

func step(t *testing.T, a actionFile, id string) actionStep {
	t.Helper()
	i := slices.IndexFunc(a.Runs.Steps, func(s actionStep) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("there is no step %s", id)
	}
	return a.Runs.Steps[i]
}

// TestExampleOfTheAction shows that the README uses existing inputs of the action, and
// existing flags.
func TestExampleOfTheAction(t *testing.T) {
	a, readme := readAction(t), readFile(t, "docs/ci/README.md")
	for _, block := range fenced.FindAllStringSubmatch(readme, -1) {
		var workflow struct {
			Jobs map[string]struct {
				Steps []struct{ With map[string]string }
			}
		}
		if err := yaml.Unmarshal([]byte(block[2]), &workflow); err != nil {
			t.Fatal(err)
		}
		for _, s := range workflow.Jobs["conformance"].Steps {
			flagsOf(t, "README.md", "ndconform "+s.With["args"])
			for input := range s.With {
				if _, ok := a.Inputs[input]; !ok {
					t.Errorf("there is no input %s", input)
				}
			}
		}
	}
	for input := range a.Inputs {
		if !strings.Contains(readme, "| `"+input+"` |") {
			t.Errorf("input %s is not documented", input)
		}
	}
}
