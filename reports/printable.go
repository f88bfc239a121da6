package reports

import (
	"reflect"

	"github.com/ndconform/ndconform/reports/printable"
)

// PrintableRun returns a copy of run in which all text is printable, so that the
// code that writes it out need not think of that.
func PrintableRun(run *Run) *Run {
	copied := printableCopy(reflect.ValueOf(*run)).Interface().(Run)
	return &copied
}

// printableCopy copies a value of the types that JSON reports are made of.
func printableCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch v.Kind() {
	case reflect.String:
		c.SetString(printable.Text(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if c.Field(i).CanSet() {
				c.Field(i).Set(printableCopy(v.Field(i)))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			break
		}
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			c.Index(i).Set(printableCopy(v.Index(i)))
		}
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(printableCopy(v.Elem()))
		}
	}
	return c
}
