package reports_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/reports"
	"github.com/ndconform/ndconform/reports/traffic"
)

const schemaFile = "../docs/schema/report.schema.json"

func TestSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	schema, err := c.Compile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	validate := func(text []byte) error {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden reports: %v", err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, ".badge.json") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := validate(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	parts, err := reports.JSON(everyPart(), aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(parts); err != nil {
		t.Error(err)
	}
	found, err := reports.JSON(anExploration(), aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(found); err != nil {
		t.Error(err)
	}
	good, err := reports.JSON(everyVerdict(), aCatalogue())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ old, new string }{
		{`"verdict": "warn"`, `"verdict": "maybe"`},
		{`"seconds": 2`, `"seconds": -2`},
		{`"seed": 42`, `"seed": "42"`},
		{`"level": "MUST"`, `"level": "MAY"`},
		{`"specs":`, `"results":`},
		{`"2026-03-01T`, `"yesterday`},
	} {
		bad := bytes.Replace(good, []byte(c.old), []byte(c.new), 1)
		if bytes.Equal(bad, good) {
			t.Fatalf("the report has no %s", c.old)
		}
		if validate(bad) == nil {
			t.Errorf("%s instead of %s is valid", c.new, c.old)
		}
	}
}

// TestSchemaIsComplete shows that the schema describes every member that the
// model has, and no other.
func TestSchemaIsComplete(t *testing.T) {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]any
		Required   []string
	}
	var schema struct {
		object
		Defs map[string]object `json:"$defs"`
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		model any
		in    object
	}{
		{reports.Run{}, object{schema.Properties, schema.Required}},
		{reports.Environment{}, schema.Defs["environment"]},
		{reports.Spec{}, schema.Defs["spec"]},
		{reports.Requirement{}, schema.Defs["requirement"]},
		{finding.Finding{}, schema.Defs["finding"]},
		{finding.Rule{}, schema.Defs["rule"]},
		{finding.Call{}, schema.Defs["call"]},
		{finding.Object{}, schema.Defs["object"]},
		{reports.Profile{}, schema.Defs["standing"]},
		{reports.Statement{}, schema.Defs["statement"]},
		{reports.Waiver{}, schema.Defs["waiver"]},
		{reports.Machine{}, schema.Defs["machine"]},
		{reports.Difference{}, schema.Defs["difference"]},
		{reports.DifferenceValue{}, schema.Defs["differenceValue"]},
		{reports.RDMADevice{}, schema.Defs["rdmaDevice"]},
		{nd2.AdapterInfo{}, schema.Defs["adapter"]},
		{reports.Exploration{}, schema.Defs["exploration"]},
		{reports.Transitions{}, schema.Defs["transitions"]},
		{reports.Program{}, schema.Defs["program"]},
		{reports.Watched{}, schema.Defs["watched"]},
		{reports.Wait{}, schema.Defs["wait"]},
		{traffic.Traffic{}, schema.Defs["traffic"]},
		{traffic.Calls{}, schema.Defs["calls"]},
		{traffic.Requests{}, schema.Defs["requests"]},
		{traffic.Queues{}, schema.Defs["queues"]},
		{traffic.Rate{}, schema.Defs["rate"]},
		{reports.Soak{}, schema.Defs["soak"]},
		{reports.SoakSample{}, schema.Defs["soakSample"]},
		{reports.SoakTrend{}, schema.Defs["soakTrend"]},
	} {
		of := reflect.TypeOf(c.model)
		required := map[string]bool{}
		for _, name := range c.in.Required {
			required[name] = true
		}
		for _, field := range reflect.VisibleFields(of) {
			name, option, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "-" || field.Anonymous {
				continue
			}
			name = cmp.Or(name, field.Name)
			if _, has := c.in.Properties[name]; !has {
				t.Errorf("the schema does not describe %s of %s", name, of.Name())
			}
			if required[name] == (option != "") {
				t.Errorf("the schema has %s of %s as required: %v", name, of.Name(), required[name])
			}
			delete(c.in.Properties, name)
		}
		for name := range c.in.Properties {
			t.Errorf("the schema describes %s of %s, which does not exist", name, of.Name())
		}
	}
}
