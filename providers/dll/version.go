//go:build windows && (amd64 || arm64)

package dll

import (
	"fmt"
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/windows"
)

// versionOf returns a file's name and the version in its resources.
func versionOf(path string) string {
	name := filepath.Base(path)
	if v := fileVersion(path); v != "" {
		return name + " " + v
	}
	return name + " without a version resource"
}

// fileVersion returns the version in a file's resources, or nothing.
func fileVersion(path string) string {
	var zero windows.Handle
	size, err := windows.GetFileVersionInfoSize(path, &zero)
	if err != nil || size == 0 {
		return ""
	}
	info := make([]byte, size)
	if windows.GetFileVersionInfo(path, 0, size, unsafe.Pointer(&info[0])) != nil {
		return ""
	}
	var fixed *windows.VS_FIXEDFILEINFO
	var length uint32
	if windows.VerQueryValue(unsafe.Pointer(&info[0]), `\`, unsafe.Pointer(&fixed), &length) != nil || fixed == nil {
		return ""
	}
	return fmt.Sprintf("%d.%d.%d.%d", fixed.FileVersionMS>>16, fixed.FileVersionMS&0xffff, fixed.FileVersionLS>>16,
		fixed.FileVersionLS&0xffff)
}
