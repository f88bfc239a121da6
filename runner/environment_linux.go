package runner

import (
	"os"
	"strings"
)

func kernel() string { return firstLine("/proc/sys/kernel/osrelease") }

// processor returns the model of the first processor, or nothing on an architecture
// that names none.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return ""
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
