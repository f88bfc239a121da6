package journal

import (
	"reflect"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports"
)

// TestLoaded shows that a report lists the code that the provider's process was seen to have, each file once, and that
// a journal lists no code of nobody.
func TestLoaded(t *testing.T) {
	library := reports.CodeFile{Path: "/opt/acme.so", SHA256: strings.Repeat("a5", 32)}
	tool := reports.CodeFile{Path: "/opt/tool", Executed: true}
	path := file(t, write(t, header("a"), Entry{Kind: Opened, Target: &Target{}},
		Entry{Kind: Loaded, Code: []reports.CodeFile{tool, library}}, Entry{Kind: Loaded, Code: []reports.CodeFile{library}},
		result("a", reports.Pass), Entry{Kind: Finished}))
	r, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Run().Environment.Code; !reflect.DeepEqual(got, []reports.CodeFile{library, tool}) {
		t.Errorf("%+v", got)
	}
	if r.Header.Environment.Code != nil {
		t.Error("the header tells what was seen later")
	}
	for name, list := range map[string][]Entry{
		"of nobody":         {{Kind: Loaded, Code: []reports.CodeFile{tool}}},
		"nothing":           {{Kind: Opened, Target: &Target{}}, {Kind: Loaded}},
		"without a path":    {{Kind: Opened, Target: &Target{}}, {Kind: Loaded, Code: []reports.CodeFile{{}}}},
		"of another length": {{Kind: Opened, Target: &Target{}}, {Kind: Loaded, Code: []reports.CodeFile{{Path: "a", SHA256: "a5"}}}},
	} {
		record, err := NewRecord(Header{Version: Version, Plan: header("a").Plan})
		if err != nil {
			t.Fatal(err)
		}
		for i, e := range list {
			if err := record.Apply(e); (err != nil) != (i == len(list)-1) {
				t.Errorf("%s: entry %d: %v", name, i, err)
			}
		}
	}
}
