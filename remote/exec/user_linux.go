package exec

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// defaultUser is the user of a root's host: a number that only this host has.
const defaultUser = ""

// become makes the process that cmd starts run as another user, if this process is root's and the system allows it,
// without other groups and with no less locked memory. Another user's host stays that user's, in a user namespace.
// It returns the host's user; the caller calls release when the host has ended.
func become(cmd *exec.Cmd, name string) (owner int, release func(), err error) {
	own, release := os.Geteuid(), func() {}
	if own != 0 {
		setApart(cmd)
		return own, release, refused(name)
	}
	var uid, gid uint32
	if name == defaultUser {
		uid, release, err = ownUser()
		gid = uid
	} else {
		uid, gid, err = idsOf(name)
	}
	if err != nil || uid == 0 || !mayBecome(uid, gid) {
		return own, release, err
	}
	_ = unix.Setrlimit(unix.RLIMIT_MEMLOCK, &unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY})
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uid, Gid: gid}
	return int(uid), release, nil
}

// idsOf returns the numbers of a user, given by name or number.
func idsOf(name string) (uid, gid uint32, err error) {
	u, err := user.Lookup(name)
	if err != nil {
		u, err = user.LookupId(name)
	}
	if err != nil {
		return 0, 0, fmt.Errorf("option user: there is no user %s", name)
	}
	for to, text := range map[*uint32]string{&uid: u.Uid, &gid: u.Gid} {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return 0, 0, fmt.Errorf("option user: %w", err)
		}
		*to = uint32(n)
	}
	return uid, gid, nil
}

// mayBecome reports whether root may run processes as another user: in a container it may lack the capabilities, or
// the user may not exist.
func mayBecome(uid, gid uint32) bool {
	var data [2]unix.CapUserData
	err := unix.Capget(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &data[0])
	const needed = 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID
	return err == nil && data[0].Effective&needed == needed && mapped("/proc/self/uid_map", uid) &&
		mapped("/proc/self/gid_map", gid)
}

// mapped reports whether a user or group has a number in this namespace.
func mapped(path string, id uint32) bool {
	text, err := os.Open(path)
	if err != nil {
		return false
	}
	defer text.Close()
	for {
		var first, outside, count uint64
		if _, err := fmt.Fscan(text, &first, &outside, &count); err != nil {
			return false
		}
		if n := uint64(id); n >= first && n-first < count {
			return true
		}
	}
}

// whoMayNot adds to an error of starting a program which user may not start it.
func whoMayNot(cmd *exec.Cmd, _ string, err error) error {
	if cmd.SysProcAttr.Credential == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return fmt.Errorf("%w: a host that root starts runs as another user; choose one who may execute it, with the "+
		"option user", err)
}
