package ci

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

const repository = "../.."

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(repository, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// parse reads a YAML file; T must know every key.
func parse[T any](t *testing.T, name string) (v T) {
	t.Helper()
	d := yaml.NewDecoder(strings.NewReader(readFile(t, name)))
	d.KnownFields(true)
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

func sameNames[V any](t *testing.T, what string, declared map[string]V, used map[string]bool) {
	t.Helper()
	for name := range declared {
		if !used[name] {
			t.Errorf("%s: %s is not used", what, name)
		}
	}
	for name := range used {
		if _, ok := declared[name]; !ok {
			t.Errorf("%s: %s is not declared", what, name)
		}
	}
}

var (
	fenced      = regexp.MustCompile("(?s)```(\\w+)\n(.*?)```")
	commandLine = regexp.MustCompile(`(?:ndconform|acme-conform) ([^|>'\\\n]*(?:\\\n[^|>'\\\n]*)*)`)
	given       = regexp.MustCompile(`--[a-z-]+`)
)

// flagsOf fails a test for each flag in a command line of ndconform that the command's help
// does not mention.
func flagsOf(t *testing.T, name, line string) {
	t.Helper()
	help := helpOf(t, strings.Fields(line)[1:])
	for _, flag := range given.FindAllString(line, -1) {
		if !regexp.MustCompile(flag + `\b[^-]`).MatchString(help) {
			t.Errorf("%s: there is no flag %s: %s", name, flag, line)
		}
	}
}

// helpOf returns the help of the command for these arguments.
func helpOf(t *testing.T, arguments []string) string {
	t.Helper()
	if len(arguments) > 0 {
		if help, err := exec.Command("ndconform", "help", arguments[0]).Output(); err == nil {
			return string(help)
		}
	}
	help, err := exec.Command("ndconform", "help").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(help)
}

// TestPipelines shows that the examples use existing flags, and publish the JUnit report
// that they write.
func TestPipelines(t *testing.T) {
	for _, name := range []string{
		"README.md", "github-actions.yml", "gitlab-ci.yml", "azure-pipelines.yml",
		"Jenkinsfile",
	} {
		text := readFile(t, "docs/ci/"+name)
		for _, line := range commandLine.FindAllString(text, -1) {
			flagsOf(t, name, line)
		}
		if _, junit, ok := strings.Cut(text, "--junit-report="); ok {
			if path := strings.Fields(junit)[0]; strings.Count(text, path) < 2 {
				t.Errorf("%s: %s is written and not published", name, path)
			}
		} else if name != "README.md" {
			t.Errorf("%s writes no JUnit report", name)
		}
	}
}

func TestGitLab(t *testing.T) {
	type job struct {
		Stage, Image, When string
		Tags, Script       []string
		Parallel           int
		AllowFailure       struct {
			ExitCodes int `yaml:"exit_codes"`
		} `yaml:"allow_failure"`
		Artifacts struct {
			When     string
			ExposeAs string `yaml:"expose_as"`
			Paths    []string
			Reports  struct{ JUnit string }
		}
	}
	file := parse[struct {
		Stages             []string
		Build, Conformance job
		Report             job `yaml:"conformance-report"`
	}](t, "docs/ci/gitlab-ci.yml")
	shard, report := file.Conformance, file.Report
	for _, j := range []job{file.Build, shard, report} {
		if !slices.Contains(file.Stages, j.Stage) || len(j.Script) == 0 {
			t.Errorf("a job of stage %q with script %q", j.Stage, j.Script)
		}
	}
	if shard.Parallel < 2 || shard.AllowFailure.ExitCodes != 1 || shard.Artifacts.When != "always" {
		t.Errorf("the shards: %+v", shard)
	}
	if report.When != "always" || report.Artifacts.When != "always" || report.Artifacts.Reports.JUnit == "" {
		t.Errorf("the report: %+v", report)
	}
}

func TestAzure(t *testing.T) {
	file := parse[struct {
		Trigger []string
		Pool    struct{ Name string }
		Steps   []struct {
			Bash, Checkout, Clean, Task, Publish, Artifact string

			Inputs      map[string]string
			Condition   string
			DisplayName string `yaml:"displayName"`
		}
	}](t, "docs/ci/azure-pipelines.yml")
	published := 0
	for _, s := range file.Steps {
		if s.Task == "" && s.Publish == "" {
			continue
		}
		published++
		if s.Condition != "always()" {
			t.Errorf("%s: only if %q", s.DisplayName, s.Condition)
		}
	}
	if published != 2 {
		t.Errorf("%d steps publish, want the tests and the reports", published)
	}
}

// TestContainerfile shows that it copies existing files, builds with the module's Go, and
// that its image runs as an unprivileged user.
func TestContainerfile(t *testing.T) {
	last := map[string]string{}
	for line := range strings.Lines(readFile(t, "Containerfile")) {
		instruction, arguments, _ := strings.Cut(strings.TrimSpace(line), " ")
		last[instruction] = arguments
		words := strings.Fields(arguments)
		switch instruction {
		case "FROM":
			if strings.Contains(words[0], "/") {
				t.Errorf("%s: names a registry", line)
			}
			if tag, ok := strings.CutPrefix(words[0], "golang:"); ok && !strings.Contains(readFile(t, "go.mod"), "\ngo "+tag) {
				t.Errorf("%s: go.mod wants another Go", line)
			}
		case "COPY":
			if strings.HasPrefix(words[0], "--from=") {
				continue
			}
			for _, source := range words[:len(words)-1] {
				if _, err := os.Stat(filepath.Join(repository, source)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if last["FROM"] != "scratch" || last["ENTRYPOINT"] != `["/ndconform"]` {
		t.Errorf("FROM %s, ENTRYPOINT %s", last["FROM"], last["ENTRYPOINT"])
	}
	if user, _, _ := strings.Cut(last["USER"], ":"); user == "" || user == "0" || user == "root" {
		t.Errorf("USER %q", last["USER"])
	}
}

// TestWorkflows shows that the files in .github are YAML, and that their scripts contain no
// expression that others control.
func TestWorkflows(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(repository, ".github/workflows/*.yml"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var workflow struct {
			Permissions map[string]string
			Jobs        map[string]struct{ Steps []actionStep }
		}
		if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&workflow); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if workflow.Permissions["contents"] != "read" {
			t.Errorf("%s: permissions %v", name, workflow.Permissions)
		}
		for job, j := range workflow.Jobs {
			for _, s := range j.Steps {
				if strings.Contains(s.Run, "${{") {
					t.Errorf("%s: %s: an expression in a script: %s", name, job, s.Run)
				}
			}
		}
	}
}
