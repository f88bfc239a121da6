package providers

import "testing"

func TestPackage(t *testing.T) {
	register(t, "fake", openFake)
	s, err := ParseSelector("fake")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Package(); got != "github.com/ndconform/ndconform/providers" {
		t.Errorf("the package is %q", got)
	}
	for function, want := range map[string]string{
		"main.init.0.func1":                        "main",
		"example.com/acme/v2.(*driver).factory-fm": "example.com/acme/v2",
		"example.com/acme/nd%2ego.init.func1":      "example.com/acme/nd.go",
		"example.com/acme/nd.glob..func1":          "example.com/acme/nd",
	} {
		if got := packageOf(function); got != want {
			t.Errorf("%s: %q, want %q", function, got, want)
		}
	}
}
