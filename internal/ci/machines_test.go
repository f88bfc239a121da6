package ci

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"go.yaml.in/yaml/v3"
)

const kubernetesFile = "docs/ci/kubernetes.yaml"

// A matrix is the part of a workflow that the example for GitHub's shards uses.
type matrix struct {
	Name        string
	On          []string
	Permissions map[string]string
	Jobs        map[string]struct {
		Needs    any
		If       string
		RunsOn   any `yaml:"runs-on"`
		Strategy struct {
			FailFast bool `yaml:"fail-fast"`
			Matrix   struct{ Shard []int }
		}
		Steps []actionStep
	}
}

// TestGitHubShards shows that the next job downloads what a job uploads, whatever its
// outcome, and that no expression becomes part of a script.
func TestGitHubShards(t *testing.T) {
	jobs := parse[matrix](t, "docs/ci/github-actions.yml").Jobs
	if shards := jobs["shards"].Strategy; shards.FailFast || len(shards.Matrix.Shard) < 2 {
		t.Errorf("%+v", shards)
	}
	if !strings.Contains(jobs["report"].If, "!cancelled()") { //nolint:misspell // GitHub spells it so.
		t.Errorf("the report is made if %q", jobs["report"].If)
	}
	uploaded, downloaded := map[string]bool{}, map[string]bool{}
	for name, job := range jobs {
		for _, s := range job.Steps {
			switch action, _, _ := strings.Cut(s.Uses, "@"); action {
			case "actions/upload-artifact":
				uploaded[s.With["name"]] = true
				if name != "build" && s.If != "always()" {
					t.Errorf("%s uploads if %q", name, s.If)
				}
			case "actions/download-artifact":
				downloaded[s.With["name"]+strings.Replace(s.With["pattern"], "*", "${{ matrix.shard }}", 1)] = true
			}
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: an expression in a script: %s", name, s.Run)
			}
		}
	}
	downloaded["nd2"] = true // by people
	sameNames(t, "artifacts", uploaded, downloaded)
}

// A kubernetesJob is the part of a Job that the example uses.
type kubernetesJob struct {
	Kind     string
	Metadata struct{ Name string }
	Spec     struct {
		CompletionMode           string `yaml:"completionMode"`
		Completions, Parallelism int
		Suspend                  bool
		Template                 struct {
			Spec struct {
				Containers []struct {
					Name    string
					Command []string
					Env     []struct{ Name, Value string }
				}
			}
		}
	}
}

// kubernetesJobs returns the example's jobs by name, with the text of each.
func kubernetesJobs(text string) (jobs map[string]kubernetesJob, texts map[string]string, err error) {
	jobs, texts = map[string]kubernetesJob{}, map[string]string{}
	for document := range strings.SplitSeq(text, "\n---\n") {
		var j kubernetesJob
		err := yaml.Unmarshal([]byte(document), &j)
		if err != nil {
			return nil, nil, err
		}
		if j.Kind == "Job" {
			jobs[j.Metadata.Name], texts[j.Metadata.Name] = j, document
		}
	}
	return jobs, texts, nil
}

func TestKubernetes(t *testing.T) {
	text := readFile(t, kubernetesFile)
	jobs, _, err := kubernetesJobs(text)
	if err != nil {
		t.Fatal(err)
	}
	shards, report := jobs["nd2-shards"].Spec, jobs["nd2-report"].Spec
	if shards.CompletionMode != "Indexed" || shards.Completions < 2 || shards.Parallelism != shards.Completions ||
		!report.Suspend {
		t.Errorf("%+v, %+v", shards, report)
	}
	if env := shards.Template.Spec.Containers[0].Env; len(env) != 1 || env[0].Name != "SHARDS" ||
		env[0].Value != fmt.Sprint(shards.Completions) {
		t.Errorf("%d shards, and %+v", shards.Completions, env)
	}
	for name := range jobs {
		if strings.Count(text, "job/"+name) == 0 {
			t.Errorf("nothing says what to do with %s", name)
		}
	}
}

// TestKubernetesTypes makes kubectl read each job with Kubernetes' types and write it
// again: an unknown field is then missing.
func TestKubernetesTypes(t *testing.T) {
	kubectl, err := exec.LookPath("kubectl")
	if err != nil {
		t.Skip("kubectl is not there")
	}
	_, texts, err := kubernetesJobs(readFile(t, kubernetesFile))
	if err != nil {
		t.Fatal(err)
	}
	for name, job := range texts {
		c := exec.CommandContext(t.Context(), kubectl, "set", "env", "--local", "-f", "-", "-o", "yaml", "ANY=1")
		c.Stdin, c.Env = strings.NewReader(job), append(os.Environ(), "KUBECONFIG="+os.DevNull)
		known, err := c.Output()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var ours, theirs any
		err = errors.Join(yaml.Unmarshal([]byte(job), &ours), yaml.Unmarshal(known, &theirs))
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range unknownFields(name, ours, theirs) {
			t.Errorf("Kubernetes does not know %s", field)
		}
	}
}

// unknownFields lists the keys of x that y lacks.
func unknownFields(path string, x, y any) (list []string) {
	switch x := x.(type) {
	case map[string]any:
		known, _ := y.(map[string]any)
		for key, value := range x {
			if _, ok := known[key]; !ok {
				list = append(list, path+"."+key)
				continue
			}
			list = append(list, unknownFields(path+"."+key, value, known[key])...)
		}
	case []any:
		known, _ := y.([]any)
		for i, value := range x {
			if i >= len(known) {
				return append(list, fmt.Sprintf("%s[%d]", path, i))
			}
			list = append(list, unknownFields(fmt.Sprintf("%s[%d]", path, i), value, known[i])...)
		}
	}
	return list
}

// pod is the script command "pod JOB": it runs what the job's pod runs, with the
// session's folder nd2 as its volume.
func pod(ts *testscript.TestScript, _ bool, args []string) {
	text, err := os.ReadFile(filepath.Join(ts.Getenv("PIPELINES"), "kubernetes.yaml"))
	ts.Check(err)
	jobs, _, err := kubernetesJobs(string(text))
	ts.Check(err)
	container := jobs[args[0]].Spec.Template.Spec.Containers[0]
	for _, e := range container.Env {
		ts.Setenv(e.Name, e.Value)
	}
	command := container.Command
	ts.Check(ts.Exec(command[0], command[1], strings.ReplaceAll(command[2], "/nd2/", ts.MkAbs("nd2")+"/")))
}

// TestShellScripts checks the scripts with the shell, and with shellcheck if it is
// installed.
func TestShellScripts(t *testing.T) {
	script := filepath.Join(repository, "docs/ci/slurm.sh")
	for _, checker := range [][]string{{"bash", "-n"}, {"shellcheck"}} {
		path, err := exec.LookPath(checker[0])
		if err != nil {
			t.Logf("%s is not there", checker[0])
			continue
		}
		said, err := exec.CommandContext(t.Context(), path, append(checker[1:], script)...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v: %s", checker[0], err, said)
		}
	}
	for _, line := range commandLine.FindAllString(readFile(t, "docs/ci/slurm.sh"), -1) {
		flagsOf(t, "slurm.sh", line)
	}
}
