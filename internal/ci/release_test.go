package ci

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/template"

	"go.yaml.in/yaml/v3"
)

type releaseFile struct {
	Version int
	Project string `yaml:"project_name"`
	Dist    string
	Builds  []struct {
		ID, Main     string
		Binary       string
		Mode         string `yaml:"buildmode"`
		Env, Flags   []string
		Ldflags      []string
		Timestamp    string `yaml:"mod_timestamp"`
		Goos, Goarch []string
	}
	Archives []struct {
		Name      string `yaml:"name_template"`
		Differ    bool   `yaml:"allow_different_binary_count"`
		Formats   []string
		Overrides []struct {
			Goos    string
			Formats []string
		} `yaml:"format_overrides"`
		Builds map[string]string `yaml:"builds_info"`
		Files  []struct {
			Src  string
			Info map[string]string
		}
	}
	Checksum struct {
		Name string `yaml:"name_template"`
	}
	SBOMs []struct {
		Artifacts string
		Args      []string
	} `yaml:"sboms"`
	Changelog struct{ Disable bool }
	Release   struct {
		GitHub             struct{ Owner, Name string } `yaml:"github"`
		Prerelease, Footer string
	}
}

// archives returns the archive's name for each system and processor.
func (f *releaseFile) archives(t *testing.T) map[[2]string]string {
	t.Helper()
	names := map[[2]string]string{}
	a := f.Archives[0]
	for _, goos := range f.Builds[0].Goos {
		format := a.Formats[0]
		for _, o := range a.Overrides {
			if o.Goos == goos {
				format = o.Formats[0]
			}
		}
		for _, goarch := range f.Builds[0].Goarch {
			var name strings.Builder
			err := template.Must(template.New("").Parse(a.Name)).Execute(&name,
				map[string]string{"ProjectName": f.Project, "Os": goos, "Arch": goarch})
			if err != nil {
				t.Fatal(err)
			}
			names[[2]string{goos, goarch}] = name.String() + "." + format
		}
	}
	return names
}

func TestRelease(t *testing.T) {
	f := parse[releaseFile](t, ".goreleaser.yaml")
	if f.Version != 2 || len(f.Builds) != 3 || len(f.Archives) != 1 || len(f.SBOMs) != 1 {
		t.Fatalf("%+v", f)
	}
	b, dll := f.Builds[0], f.Builds[1]
	for _, b := range f.Builds {
		if !slices.Contains(b.Flags, "-trimpath") || b.Timestamp == "" {
			t.Errorf("not reproducible: %+v", b)
		}
	}
	if !slices.Contains(b.Env, "CGO_ENABLED=0") {
		t.Errorf("with what else there is on the machine: %+v", b)
	}
	for i, name := range []string{"ndref", "ndwatch"} {
		dll := f.Builds[1+i]
		if dll.Binary != name || dll.Mode != "c-shared" || !slices.Equal(dll.Goos, []string{"windows"}) ||
			!f.Archives[0].Differ {
			t.Errorf("%s.dll is not beside the program: %+v", name, dll)
		}
	}
	if n := len(f.archives(t)); n != 6 {
		t.Errorf("%d archives, want 6", n)
	}
	if !strings.Contains(readFile(t, ".gitignore"), "/"+strings.Split(f.Dist, "/")[0]+"/") {
		t.Errorf("git knows %s, so a build in it is unclean", f.Dist)
	}
	paths := []string{b.Main, dll.Main, f.Builds[2].Main}
	for _, file := range f.Archives[0].Files {
		paths = append(paths, strings.TrimSuffix(file.Src, "/**"))
	}
	for _, path := range paths {
		if _, err := os.Stat(filepath.Join(repository, path)); err != nil {
			t.Error(err)
		}
	}
}

// TestSiteIsPublished shows that a release publishes the catalogue that it writes.
func TestSiteIsPublished(t *testing.T) {
	type step struct {
		ID, Run, Uses string
		With          map[string]any
	}
	var workflow struct {
		Jobs map[string]struct {
			Permissions map[string]string
			Steps       []step
		}
	}
	if err := yaml.Unmarshal([]byte(readFile(t, ".github/workflows/release.yml")), &workflow); err != nil {
		t.Fatal(err)
	}
	job := workflow.Jobs["site"]
	var done []string
	for _, s := range job.Steps {
		flagsOf(t, "release.yml", "ndconform "+strings.TrimPrefix(s.Run, "go run ./cmd/ndconform "))
		done = append(done, strings.TrimPrefix(s.Run, "go run ./cmd/ndconform "))
		action, _, _ := strings.Cut(s.Uses, "@")
		done = append(done, action)
		if action == "actions/upload-pages-artifact" && s.With["path"] != "bin/site" {
			t.Errorf("published is %v", s.With["path"])
		}
	}
	for _, want := range []string{
		"requirements --format=html --output=bin/site", "actions/upload-pages-artifact",
		"actions/deploy-pages",
	} {
		if !slices.Contains(done, want) {
			t.Errorf("the job of the site lacks %s: %q", want, done)
		}
	}
	if job.Permissions["pages"] != "write" || job.Permissions["id-token"] != "write" {
		t.Errorf("permissions %v", job.Permissions)
	}
}
