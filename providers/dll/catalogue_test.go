//go:build windows && (amd64 || arm64) && acme

package dll

import (
	"path/filepath"
	"testing"

	"github.com/ndconform/ndconform/providers"
)

// install fills the Winsock catalogue with the DLL.
func install(t *testing.T, names ...string) {
	real := catalogue
	t.Cleanup(func() { catalogue = real })
	path, err := filepath.Abs(*acme)
	if err != nil {
		t.Fatal(err)
	}
	installFake(path, "", names...)
}

func TestInstalledProviders(t *testing.T) {
	install(t, "Acme", "Bolt")
	list, err := providers.FindInstalled("dll")
	if err != nil || len(list) != 2 || list[0].Name != "Acme" || list[1].Name != "Bolt" {
		t.Fatalf("%v, %v", list, err)
	}
	if a := list[0]; a.Selector != "dll,catalog=Acme" || a.Error != "" {
		t.Errorf("%+v", a)
	}
	if _, err := open(&options{}); err == nil {
		t.Error("one of two is taken")
	}
	i, err := open(&options{catalog: "Bolt"})
	if err != nil {
		t.Fatal(err)
	}
	defer i.Close()
	if l := i.(*instance).library; l.class.Data1 != 2 || i.(providers.Subject).File() != l.path {
		t.Errorf("%+v", l)
	}
}

// A relative path of an installed DLL is that DLL's.
func TestRelativePathOfInstalledDLL(t *testing.T) {
	install(t, "Acme")
	t.Chdir(filepath.Dir(*acme))
	for _, path := range []string{filepath.Base(*acme), "." + string(filepath.Separator) + filepath.Base(*acme)} {
		if _, class, err := (&options{path: path}).choose(); err != nil || class.Data1 != 1 {
			t.Errorf("%s: class %v, %v", path, class, err)
		}
	}
}

// The real catalogue can be read, whatever is in it.
func TestCatalogue(t *testing.T) {
	all, err := protocols()
	if err != nil || len(all) == 0 {
		t.Fatalf("%d entries, %v", len(all), err)
	}
	path, err := providerPath(all[0].ProviderId) // Wine has none to say
	if err == nil && !filepath.IsAbs(path) {
		t.Errorf("%q", path)
	}
}
