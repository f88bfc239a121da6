package ci

import (
	"errors"
	"flag"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/ndconform/ndconform/cmd/ndconform/command"
	"github.com/ndconform/ndconform/internal/script"
	"github.com/ndconform/ndconform/providers"
	_ "github.com/ndconform/ndconform/runner/fake"
)

// A second provider: a binary with a single provider needs no name for it.
func init() {
	providers.Register("none", func(*flag.FlagSet) func() (providers.Instance, error) {
		return func() (providers.Instance, error) { return nil, errors.New("there is none") }
	})
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ndconform": func() { command.Main() }})
}

// TestScripts runs each script in testdata/script: an example for a cluster, with a quick
// provider and quick specs.
func TestScripts(t *testing.T) {
	pipelines, err := filepath.Abs(filepath.Join(repository, "docs/ci"))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PIPELINES", pipelines)
			return script.Setup(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": script.Exits, "pod": pod},
	})
}
