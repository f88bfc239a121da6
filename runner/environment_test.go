package runner

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

func TestRDMADevices(t *testing.T) {
	dir := t.TempDir()
	for path, text := range map[string]string{
		"mlx5_0/fw_ver": "22.31.1014\n", "mlx5_0/board_id": "MT_0000000359\n", "mlx5_0/hca_type": "MT4125\n",
		"rxe0/node_type": "1: CA\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, path), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want := []reports.RDMADevice{
		{Name: "mlx5_0", Firmware: "22.31.1014", Board: "MT_0000000359", Hardware: "MT4125"},
		{Name: "rxe0"},
	}
	if got := rdmaDevices(dir); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
	if got := rdmaDevices(filepath.Join(dir, "nosuch")); got != nil {
		t.Errorf("%+v", got)
	}
}

func TestEnvironment(t *testing.T) {
	t.Setenv("NDCONFORM_SECRET", "swordfish")
	suite := []Spec{{ID: "a", Title: "t", Requirements: []string{"a", "b"}}}
	e := Environment(suite)
	if e.Kernel == "" || len(e.Catalogue) != 64 || len(e.Suite) != 64 {
		t.Errorf("%+v", e)
	}
	suite[0].Title, suite[0].Place = "other", "elsewhere:1"
	if again := Environment(suite); again.Suite != e.Suite {
		t.Error("a suite is another one for its titles")
	}
	suite[0].Requirements = suite[0].Requirements[:1]
	if again := Environment(suite); again.Suite == e.Suite {
		t.Error("a suite is the same although it claims less")
	}
	text, err := reports.JSON(&reports.Run{Environment: e}, nil)
	if err != nil || strings.Contains(string(text), "swordfish") {
		t.Errorf("%v, %s", err, text)
	}
}
