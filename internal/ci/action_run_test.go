package ci

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

var runnerNames = map[string]string{
	"linux": "Linux", "darwin": "macOS", "windows": "Windows", "amd64": "X64",
	"arm64": "ARM64",
}

// TestActionDownloads shows that the action downloads each runner's archive, by the names of .goreleaser.yaml.
func TestActionDownloads(t *testing.T) {
	f := parse[releaseFile](t, ".goreleaser.yaml")
	for target, archive := range f.archives(t) {
		t.Run(archive, func(t *testing.T) {
			r := newActionRunner(t)
			if _, err := exec.LookPath("unzip"); err != nil && strings.HasSuffix(archive, ".zip") {
				t.Skip("needs unzip")
			}
			sum := r.serve(t, archive)
			r.write(t, "served/"+f.Checksum.Name, strings.Repeat("0", 64)+"  "+archive+".sbom.json\n"+sum)
			_, code, printed := r.run(t, "release", "INPUT_VERSION=v1.2.0", "RUNNER_OS="+runnerNames[target[0]],
				"RUNNER_ARCH="+runnerNames[target[1]])
			if code != 0 {
				t.Fatalf("exit code %d: %s", code, printed)
			}
			binary, ok := strings.CutPrefix(strings.TrimSpace(r.read("output")), "binary=")
			if _, err := os.Stat(binary); err != nil || !ok {
				t.Errorf("output %q: %v", binary, err)
			}
			if checked := r.read("checked"); !strings.HasPrefix(checked,
				"attestation verify "+archive+" --repo=ndconform/ndconform ") ||
				!strings.Contains(checked, " --source-ref=refs/tags/v1.2.0") || !strings.Contains(checked, "/release.yml ") {
				t.Errorf("where it was built is checked by %q", checked)
			}
			if asked := r.read("asked"); !strings.Contains(asked,
				"/ndconform/ndconform/releases/download/v1.2.0/"+archive+"\n") {
				t.Errorf("asked for %s", asked)
			}
		})
	}
}

// TestActionDownloadsLatest shows that the latest release is checked under its tag.
func TestActionDownloadsLatest(t *testing.T) {
	const archive = "ndconform_linux_amd64.tar.gz"
	r := newActionRunner(t)
	r.write(t, "served/checksums.txt", r.serve(t, archive))
	_, code, printed := r.run(t, "release", "INPUT_VERSION=latest", "RUNNER_OS=Linux", "RUNNER_ARCH=X64")
	if asked := r.read("asked"); code != 0 || !strings.Contains(asked, "/releases/download/v1.3.0/"+archive+"\n") {
		t.Errorf("exit code %d: %s; asked for %s", code, printed, asked)
	}
	if checked := r.read("checked"); !strings.Contains(checked, " --source-ref=refs/tags/v1.3.0") {
		t.Errorf("where it was built is checked by %q", checked)
	}
}

func TestActionRefusesDownloads(t *testing.T) {
	const archive = "ndconform_linux_amd64.tar.gz"
	for name, c := range map[string]struct {
		version, system, processor, sum, says string
	}{
		"a branch of the action": {"main", "Linux", "X64", "", "use the action by the tag of a release"},
		"a commit of the action": {strings.Repeat("0", 40), "Linux", "X64", "", "use the action by the tag of a release"},
		"other content": {
			"latest", "Linux", "X64", strings.Repeat("0", 64) + "  " + archive + "\n",
			"does not have the checksum",
		},
		"no checksum":       {"latest", "Linux", "X64", strings.Repeat("0", 64) + "  other\n", "does not have the checksum"},
		"no archive":        {"latest", "Linux", "ARM64", "", ""},
		"not a version":     {"v1.2.0/../../../../evil", "Linux", "X64", "", "the version is neither"},
		"unknown system":    {"latest", "Plan9", "X64", "", "no release runs on Plan9"},
		"unknown processor": {"latest", "Linux", "X86", "", "no release runs on X86"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newActionRunner(t)
			r.serve(t, archive)
			r.write(t, "served/checksums.txt", c.sum)
			_, code, printed := r.run(t, "release", "INPUT_VERSION="+c.version, "RUNNER_OS="+c.system,
				"RUNNER_ARCH="+c.processor)
			if code == 0 || r.read("output") != "" || !strings.Contains(printed, c.says) {
				t.Errorf("exit code %d, output %q: %s", code, r.read("output"), printed)
			}
		})
	}
}

// TestActionRefusesForgeries shows that a binary from outside the release workflow is not run, even if its
// release states its checksum.
func TestActionRefusesForgeries(t *testing.T) {
	r := newActionRunner(t)
	r.write(t, "served/checksums.txt", r.serve(t, "ndconform_linux_amd64.tar.gz"))
	_, code, printed := r.run(t, "release", "FORGED=1", "INPUT_VERSION=v1.2.0", "RUNNER_OS=Linux", "RUNNER_ARCH=X64")
	if code == 0 || r.read("output") != "" || !strings.Contains(printed, "not built by ndconform's own release workflow") {
		t.Errorf("exit code %d, output %q: %s", code, r.read("output"), printed)
	}
}

// TestActionRunsItsOwnRelease shows that an action used by a tag runs that tag's release, and that the workflow
// which the action asks for attests releases.
func TestActionRunsItsOwnRelease(t *testing.T) {
	a := readAction(t)
	if a.Inputs["version"].Default != "" || step(t, a,
		"release").Env["INPUT_VERSION"] != "${{ inputs.version || github.action_ref }}" {
		t.Errorf("the version is %q, or %q", step(t, a, "release").Env["INPUT_VERSION"], a.Inputs["version"].Default)
	}
	var workflow struct {
		Jobs map[string]struct {
			Permissions map[string]string
			Steps       []struct {
				Run, Uses string
				With      map[string]string
			}
		}
	}
	if err := yaml.Unmarshal([]byte(readFile(t, ".github/workflows/release.yml")), &workflow); err != nil {
		t.Fatal(err)
	}
	built, attested := -1, -1
	release := workflow.Jobs["release"]
	for i, s := range release.Steps {
		if strings.HasPrefix(s.Run, "goreleaser release") {
			built = i
		}
		if strings.HasPrefix(s.Uses,
			"actions/attest-build-provenance@") && strings.HasSuffix(s.With["subject-checksums"], "/checksums.txt") {
			attested = i
		}
	}
	if built < 0 || attested < built || release.Permissions["attestations"] != "write" ||
		release.Permissions["id-token"] != "write" {
		t.Errorf("step %d builds, step %d attests, with %v", built, attested, release.Permissions)
	}
}

// TestActionRuns shows that the action passes arguments unchanged, replaces itself by the process, and has its
// exit code.
func TestActionRuns(t *testing.T) {
	r := newActionRunner(t)
	r.write(t, "acme-conform",
		"#!/bin/sh\necho $$ >pid\nprintf '%s\\n' \"$@\" >arguments\n[ \"$CODE\" = 2 ] || echo '# report' >'nd "+
			"2/ndconform.md'\nexit $CODE\n")
	for code, summary := range []string{"# report\n", "# report\n", "ndconform ran nothing", "# report\n", "# report\n"} {
		env := []string{
			fmt.Sprint("CODE=", code), "INPUT_BINARY=./acme-conform", "INPUT_PROVIDER=acme,device=$(touch x)", "INPUT_WAIVERS=",
			"INPUT_CONFIG=none",
			"INPUT_REPORTS=nd 2",
			"INPUT_ARGS=--filter=cq.*,a b\n\n--timeout-scale=2\n`touch x`\n",
		}
		pid, got, printed := r.run(t, "suite", env...)
		if got != code {
			t.Errorf("exit code %d, want %d: %s", got, code, printed)
		}
		if ran := strings.TrimSpace(r.read("pid")); ran != fmt.Sprint(pid) {
			t.Errorf("the binary is process %s, and the step %d", ran, pid)
		}
		if !strings.HasPrefix(r.read("arguments"), "--config=none\n") {
			t.Errorf("a configuration may be read: %s", r.read("arguments"))
		}
		if _, arguments, _ := strings.Cut(r.read("arguments"), "--html-report=nd 2/ndconform.html\n"); arguments !=
			"--provider=acme,device=$(touch x)\n--filter=cq.*,a b\n--timeout-scale=2\n`touch x`\n" {
			t.Errorf("arguments %s", r.read("arguments"))
		}
		os.Remove(filepath.Join(r.dir, "summary"))
		if _, got, printed := r.run(t, "summary",
			"INPUT_REPORTS=nd 2"); got != 0 || !strings.HasPrefix(r.read("summary"), summary) {
			t.Errorf("exit code %d, summary %q, want %q: %s", got, r.read("summary"), summary, printed)
		}
	}
	if _, err := os.Stat(filepath.Join(r.dir, "x")); err == nil {
		t.Error("an input was run")
	}
}

// TestActionRefusesInputs shows that an invalid input is named in one line, and that nothing is run.
func TestActionRefusesInputs(t *testing.T) {
	for says, input := range map[string]string{
		"the input path names no program that can be run: ./acme":   "INPUT_BINARY=./acme",
		"the input path names no program that can be run: plain":    "INPUT_BINARY=plain",
		"the input upload is neither true nor false: yes":           "INPUT_UPLOAD=yes",
		"the input reports names no folder that can be made: \n":    "INPUT_REPORTS=",
		"the input reports names no folder that can be made: plain": "INPUT_REPORTS=plain",
	} {
		r := newActionRunner(t)
		r.write(t, "acme-conform", "#!/bin/sh\ntouch ran\n")
		r.write(t, "plain", "")
		if err := os.Chmod(filepath.Join(r.dir, "plain"), 0o644); err != nil {
			t.Fatal(err)
		}
		_, code, printed := r.run(t, "suite", "INPUT_BINARY=./acme-conform", "INPUT_REPORTS=reports", input)
		if code != 2 || !strings.Contains(printed, "::error title=ndconform::"+says) {
			t.Errorf("%s: exit code %d: %s", input, code, printed)
		}
		if _, err := os.Stat(filepath.Join(r.dir, "ran")); err == nil {
			t.Errorf("%s: the program was run", input)
		}
	}
}

// A runner runs steps of the action as GitHub's would, in separate folders.
type actionRunner struct {
	action                     actionFile
	dir, served, output, asked string
	bash                       string
}

// servingCurl serves a folder, and GitHub's page of the latest release, which leads to its tag. It refuses
// requests without TLS, and those that would take an error's page for the file.
const servingCurl = `#!/bin/sh
for url; do :; done
echo "$url" >>"$ASKED"
for needed in '--proto =https ' '--fail ' '--location '; do
	case "$*" in *"$needed"*) ;; *) exit 22;; esac
done
case "$*" in
*--write-out*)
	case "$*" in *'--output /dev/null '*) ;; *) echo '<html>';; esac
	case $url in */releases/latest) url=${url%latest}tag/v1.3.0;; esac
	printf %s "$url"
	exit;;
esac
cp "$SERVED/${url##*/}" .
`

func newActionRunner(t *testing.T) *actionRunner {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" { // whose bash may be that of a subsystem
		t.Skip("needs bash")
	}
	if _, err := exec.LookPath("awk"); err != nil { // GitHub's runners have it
		t.Skip("needs awk")
	}
	dir := t.TempDir()
	r := &actionRunner{
		action: readAction(t), dir: dir, bash: bash,
		served: filepath.Join(dir, "served"), output: filepath.Join(dir, "output"), asked: filepath.Join(dir, "asked"),
	}
	for _, sub := range []string{"served", "bin", "temp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// A folder replaces the network.
	r.write(t, "bin/gh", "#!/bin/sh\necho \"$@\" >>\"$CHECKED\"\nexit ${FORGED:-0}\n")
	r.write(t, "bin/curl", servingCurl)
	return r
}

func (r *actionRunner) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(r.dir, name), []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// read returns a file's content, or nothing if it does not exist.
func (r *actionRunner) read(name string) string {
	text, _ := os.ReadFile(filepath.Join(r.dir, name))
	return string(text)
}

func (r *actionRunner) run(t *testing.T, id string, env ...string) (pid, code int, printed string) {
	t.Helper()
	r.write(t, "step.sh", step(t, r.action, id).Run)
	c := exec.Command(r.bash, "--noprofile", "--norc", "-eo", "pipefail", "step.sh")
	c.Dir = r.dir
	c.Env = append(append([]string{"INPUT_UPLOAD=true"}, env...),
		"PATH="+filepath.Join(r.dir, "bin")+":"+os.Getenv("PATH"), "RUNNER_TEMP="+filepath.Join(r.dir, "temp"),
		"GITHUB_OUTPUT="+r.output, "GITHUB_STEP_SUMMARY="+filepath.Join(r.dir, "summary"), "SERVED="+r.served,
		"ASKED="+r.asked, "CHECKED="+filepath.Join(r.dir, "checked"))
	out, err := c.CombinedOutput()
	if c.ProcessState == nil {
		t.Fatal(err)
	}
	return c.ProcessState.Pid(), c.ProcessState.ExitCode(), string(out)
}

// serve offers an archive with a binary in it, and returns its line of checksums.txt.
func (r *actionRunner) serve(t *testing.T, archive string) string {
	t.Helper()
	const text = "#!/bin/sh\n"
	var b bytes.Buffer
	var err error
	if strings.HasSuffix(archive, ".zip") {
		z := zip.NewWriter(&b)
		w, e := z.Create("ndconform")
		if e != nil {
			t.Fatal(e)
		}
		fmt.Fprint(w, text)
		err = z.Close()
	} else {
		g := gzip.NewWriter(&b)
		w := tar.NewWriter(g)
		if e := w.WriteHeader(&tar.Header{Name: "ndconform", Mode: 0o755, Size: int64(len(text))}); e != nil {
			t.Fatal(e)
		}
		fmt.Fprint(w, text)
		err = w.Close()
		if err == nil {
			err = g.Close()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	r.write(t, "served/"+archive, b.String())
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(b.Bytes()), archive)
}
