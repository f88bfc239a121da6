package providers

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/nd2"
)

type fake struct{ ports int }

func (fake) ND2() nd2.Provider { return nil }
func (fake) Version() string   { return "v0" }
func (fake) Close() error      { return nil }

func openFake(options *flag.FlagSet) func() (Instance, error) {
	ports := options.Int("ports", 1, "how many `ports`")
	options.Bool("loop", false, "whether to loop")
	return func() (Instance, error) { return fake{*ports}, nil }
}

func register(t *testing.T, name string, f Factory) {
	t.Helper()
	Register(name, f)
	t.Cleanup(func() {
		mu.Lock()
		defer mu.Unlock()
		delete(registry, name)
	})
}

func TestSelectorOpensWithItsOptions(t *testing.T) {
	register(t, "fake", openFake)
	s, err := ParseSelector("fake,ports=3,loop=true")
	if err != nil {
		t.Fatal(err)
	}
	if s.Name() != "fake" || s.String() != "fake,ports=3,loop=true" {
		t.Errorf("name %q, text %q", s.Name(), s)
	}
	if s.Option("ports") != "3" || s.Option("nosuch") != "" {
		t.Errorf("ports %q, nosuch %q", s.Option("ports"), s.Option("nosuch"))
	}
	instance, err := s.Open()
	if err != nil || instance.(fake).ports != 3 {
		t.Errorf("Open: %v, %v", instance, err)
	}
}

func TestParseSelectorNamesWhatIsWrongAndTheChoices(t *testing.T) {
	register(t, "fake", openFake)
	register(t, "other", func(*flag.FlagSet) func() (Instance, error) { return nil })
	for text, want := range map[string][]string{
		"":                     {`unknown provider ""`, "fake, other"},
		"fak":                  {`unknown provider "fak"`, "fake, other"},
		"fake,port=3":          {`unknown option "port"`, "loop, ports"},
		"fake,ports=x":         {"ports=x"},
		"fake,ports":           {`"ports"`, "key=value"},
		"fake,":                nil,
		"fake,,":               {"key=value"},
		"fake,=1":              {"key=value"},
		"fake,ports=1,ports=2": {"ports is given twice"},
		"other,a=b":            {`unknown option "a"`, "there are no options"},
	} {
		_, err := ParseSelector(text)
		if want == nil {
			if err != nil {
				t.Errorf("%q: %v", text, err)
			}
			continue
		}
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%q: the error %q does not say %q", text, err, part)
			}
		}
	}
}

// TestRest shows that the options of another provider reach it unchanged.
func TestRest(t *testing.T) {
	var got inner
	register(t, "outer", func(options *flag.FlagSet) func() (Instance, error) {
		options.String("path", "", "")
		options.Var(&got, "provider", "")
		return nil
	})
	for text, want := range map[string]string{
		"outer,path=a,provider=dll,path=b,x=1": "dll,path=b,x=1",
		"outer,provider=ref":                   "ref",
		"outer,provider=outer,provider=ref,a=": "outer,provider=ref,a=",
	} {
		if _, err := ParseSelector(text); err != nil || string(got) != want {
			t.Errorf("%s: %v, and the rest is %q", text, err, got)
		}
	}
	if _, err := ParseSelector("outer,path=a,ports=1,provider=ref"); err == nil {
		t.Error("an unknown option before the rest is taken")
	}
}

// An inner is the selector of another provider.
type inner string

func (i *inner) Set(text string) error {
	*i = inner(text)
	return nil
}
func (i *inner) String() string { return string(*i) }
func (*inner) TakesRest()       {}

func TestOpenOfNothingIsAnError(t *testing.T) {
	register(t, "void", func(*flag.FlagSet) func() (Instance, error) {
		return func() (Instance, error) { return nil, nil }
	})
	s, err := ParseSelector("void")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Open(); err == nil {
		t.Error("no error")
	}
}

func TestRegisterPanics(t *testing.T) {
	register(t, "fake", openFake)
	for name, f := range map[string]Factory{"nil": nil, "fake": openFake, "": openFake, "a,b": openFake, "a=b": openFake} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Register(%q) does not panic", name)
				}
			}()
			Register(name, f)
		}()
	}
}

func TestNamesAndOptionsAreSorted(t *testing.T) {
	register(t, "zebra", openFake)
	register(t, "ant", openFake)
	if names := Names(); !slices.IsSorted(names) || !slices.Contains(names, "ant") {
		t.Error(names)
	}
	options, err := Options("ant")
	if err != nil || len(options) != 2 || options[0].Name != "loop" || options[1].DefValue != "1" {
		t.Errorf("%v, %v", options, err)
	}
	if _, err := Options("bee"); err == nil {
		t.Error("options of an unknown provider")
	}
}
