package speed_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/ndconform/ndconform/reports/speed"
	"github.com/ndconform/ndconform/reports/speed/internal/sample"
)

const schemas = "../../docs/schema/"

func TestSchema(t *testing.T) {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	run, err := os.ReadFile(schemas + "report.schema.json") // which describes the environment
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(run))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.AddResource(parsed.(map[string]any)["$id"].(string), parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(schemas + "speed.schema.json")
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
	good, err := speed.JSON(sample.Report(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(good); err != nil {
		t.Error(err)
	}
	for _, c := range []struct{ old, new string }{
		{`"group": "latency"`, `"group": "size"`},
		{`"unit": "ns/op"`, `"unit": "s"`},
		{`"rounds": 20`, `"rounds": "20"`},
		{`"measurements":`, `"figures":`},
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

// TestSchemaIsComplete shows that the schema describes every member that the model has, and no other.
func TestSchemaIsComplete(t *testing.T) {
	text, err := os.ReadFile(schemas + "speed.schema.json")
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
		{speed.Report{}, object{schema.Properties, schema.Required}},
		{speed.Harness{}, schema.Defs["harness"]},
		{speed.Measurement{}, schema.Defs["measurement"]},
		{speed.Spread{}, schema.Defs["spread"]},
	} {
		of := reflect.TypeOf(c.model)
		required := map[string]bool{}
		for _, name := range c.in.Required {
			required[name] = true
		}
		for i := range of.NumField() {
			name, option, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
			name = cmp.Or(name, of.Field(i).Name)
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
