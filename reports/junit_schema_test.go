package reports_test

import (
	"encoding/xml"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ndconform/ndconform/reports/junit"

	"github.com/ndconform/ndconform/reports"
)

// attributes give for each name the pattern of its value.
type attributes map[string]*regexp.Regexp

// A shape is what a schema says of an element.
type shape struct {
	required, optional attributes
	// content is the pattern of the names of its children, each followed by a
	// space.
	content *regexp.Regexp
	// text says that there may be text beside them.
	text bool
}

var (
	anything = whole(`(?s).*`)
	name     = whole(`(?s).*\S.*`)
	integer  = whole(`\d+`)
	decimal  = whole(`\d+\.\d{3}`)
	local    = whole(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d`)
	zoned    = whole(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ?`)
)

func whole(pattern string) *regexp.Regexp { return regexp.MustCompile("^(" + pattern + ")$") }

var propertyShape = shape{required: attributes{"name": name, "value": anything}}

var resultShape = shape{required: attributes{"type": name, "message": anything}, text: true}

// jenkinsShapes are what junit-10.xsd says of the elements that are written here:
// the schema of Jenkins' xunit plugin, which refuses a file that does not follow it.
var jenkinsShapes = map[string]shape{
	"testsuites": {optional: attributes{
		"name": name, "time": decimal, "tests": integer, "failures": integer,
		"errors": integer,
	}, content: whole(`(testsuite )*`)},
	"testsuite": {
		required: attributes{"name": name, "tests": integer, "failures": integer, "errors": integer},
		optional: attributes{
			"time": decimal, "skipped": integer, "timestamp": zoned, "hostname": name, "id": integer,
			"package": name,
		},
		content: whole(`((properties|testcase|system-out|system-err) )*`),
	},
	"properties": {content: whole(`(property )*`)}, "property": propertyShape,
	"testcase": {
		required: attributes{"name": name}, optional: attributes{"classname": name, "time": decimal},
		content: whole(`((skipped|error|failure|system-out|system-err) )*`),
	},
	"skipped": {optional: resultShape.required}, "error": resultShape, "failure": resultShape, "system-out": {text: true},
	"system-err": {text: true},
}

// antShapes are what JUnit.xsd of windyroad/JUnit-Schema says: Ant's form.
var antShapes = map[string]shape{
	"testsuites": {content: whole(`(testsuite )*`)},
	"testsuite": {
		required: attributes{
			"name": name, "tests": integer, "failures": integer, "errors": integer, "time": decimal,
			"timestamp": local, "hostname": name, "id": integer, "package": name,
		},
		optional: attributes{"skipped": integer},
		content:  whole(`properties (testcase )*system-out system-err `),
	},
	"properties": {content: whole(`(property )*`)}, "property": propertyShape,
	"testcase": {
		required: attributes{"name": name, "classname": name, "time": decimal},
		content:  whole(`((skipped|error|failure) )?`),
	},
	"skipped": {optional: attributes{"message": anything}},
	"error":   resultShape, "failure": resultShape, "system-out": {text: true}, "system-err": {text: true},
}

// An element is one of a document, with the text that is its own.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

// follow tells how an element, and what is in it, differs from its shape.
func (e *element) follow(t *testing.T, shapes map[string]shape) {
	t.Helper()
	is := e.XMLName.Local
	s, ok := shapes[is]
	if !ok {
		t.Errorf("an element %s", is)
		return
	}
	left := maps.Clone(s.required)
	for _, a := range e.Attrs {
		pattern, ok := s.required[a.Name.Local]
		if delete(left, a.Name.Local); !ok {
			pattern, ok = s.optional[a.Name.Local]
		}
		if !ok || !pattern.MatchString(a.Value) {
			t.Errorf("%s has %s=%q", is, a.Name.Local, a.Value)
		}
	}
	if len(left) > 0 {
		t.Errorf("%s has no %v", is, slices.Collect(maps.Keys(left)))
	}
	if strings.TrimSpace(e.Text) != "" && !s.text {
		t.Errorf("%s holds the text %.40q", is, e.Text)
	}
	var children strings.Builder
	for i := range e.Children {
		children.WriteString(e.Children[i].XMLName.Local + " ")
		e.Children[i].follow(t, shapes)
	}
	if s.content != nil && !s.content.MatchString(children.String()) || s.content == nil && len(e.Children) > 0 {
		t.Errorf("%s holds %.200s", is, children.String())
	}
}

// conformsToSchemas checks both forms of the JUnit report of a run: Ant's has to
// follow Jenkins' schema as well.
func conformsToSchemas(t *testing.T, run *reports.Run) {
	t.Helper()
	for _, form := range []struct {
		write  func(*reports.Run) ([]byte, error)
		shapes []map[string]shape
	}{{junit.Report, []map[string]shape{jenkinsShapes}}, {junit.Ant, []map[string]shape{jenkinsShapes, antShapes}}} {
		text, err := form.write(run)
		if err != nil {
			t.Fatal(err)
		}
		var root element
		if err := xml.Unmarshal(text, &root); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		for _, shapes := range form.shapes {
			root.follow(t, shapes)
		}
	}
}

func TestJUnitSchemas(t *testing.T) {
	for name, run := range map[string]*reports.Run{
		"every verdict": everyVerdict(), "every part": everyPart(), "clean": clean(), "empty": {}, "hostile": hostile(),
		"huge": fullRun(2, strings.Repeat("\x00\x1b[31m]]>&<\r\n\ufffe", 1<<12)),
	} {
		t.Run(name, func(t *testing.T) { conformsToSchemas(t, run) })
	}
}
