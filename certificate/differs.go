package certificate

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// differs returns the path of the first value in which two JSON texts differ, or
// nothing.
func differs(a, b []byte) string {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return "the statement"
	}
	return firstDifference("", x, y)
}

func firstDifference(path string, x, y any) string {
	if reflect.DeepEqual(x, y) {
		return ""
	}
	a, b := children(x), children(y)
	if a == nil || b == nil {
		return path
	}
	keys := slices.Sorted(maps.Keys(a))
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, key)
		}
	}
	for _, key := range keys {
		v, inA := a[key]
		w, inB := b[key]
		if inA != inB {
			return path + key
		}
		if where := firstDifference(path+key, v, w); where != "" {
			return where
		}
	}
	return path
}

// children returns the values of an object by ".name", or of an array by "[index]".
func children(v any) map[string]any {
	switch v := v.(type) {
	case map[string]any:
		all := make(map[string]any, len(v))
		for name, value := range v {
			all["."+name] = value
		}
		return all
	case []any:
		all := make(map[string]any, len(v))
		for i, value := range v {
			all[fmt.Sprintf("[%d]", i)] = value
		}
		return all
	}
	return nil
}
