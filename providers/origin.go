package providers

import (
	"net/url"
	"reflect"
	"runtime"
	"strings"
)

// origin returns the package of the factory of a registered provider.
func origin(name string) string {
	mu.RLock()
	defer mu.RUnlock()
	return packageOf(runtime.FuncForPC(reflect.ValueOf(registry[name]).Pointer()).Name())
}

// packageOf returns the package of a function from the linker's name, in which some
// characters of the path's last element are escaped.
func packageOf(function string) string {
	start := strings.LastIndexByte(function, '/') + 1
	last, _, _ := strings.Cut(function[start:], ".")
	path, err := url.PathUnescape(function[:start] + last)
	if err != nil {
		return function[:start] + last
	}
	return path
}
