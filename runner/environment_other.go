//go:build !linux && !windows

package runner

import "golang.org/x/sys/unix"

func kernel() string {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Release[:])
}

func processor() string { return "" }
