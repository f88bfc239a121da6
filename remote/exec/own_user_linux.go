package exec

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/ndconform/ndconform/internal/child"
)

// firstUser and lastUser bound the users of hosts. Nobody else has these numbers. Source: "Users, Groups, UIDs and
// GIDs on systemd Systems", unused ranges.
const firstUser, lastUser = 60706, 61183

// inUse is the folder of the lock files for these users. Only root may write there.
const inUse = "/run/ndconform"

// ownUser returns the number of a user and its group that no other host has until release. It kills what hosts have
// left running as that user, before and after.
func ownUser() (id uint32, release func(), err error) {
	if err := os.MkdirAll(inUse, 0o700); err != nil {
		return 0, func() {}, fmt.Errorf("a user for the host: %w", err)
	}
	for id := uint32(firstUser); id <= lastUser; id++ {
		name := strconv.Itoa(int(id))
		if _, err := user.LookupId(name); err == nil {
			continue
		}
		file, err := os.OpenFile(filepath.Join(inUse, name), os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return 0, func() {}, fmt.Errorf("a user for the host: %w", err)
		}
		if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil && child.KillUser(id) {
			return id, func() {
				child.KillUser(id)
				file.Close()
			}, nil
		}
		file.Close()
	}
	return 0, func() {}, fmt.Errorf("a user for the host: %d to %d are all in use; the option user names another one",
		firstUser, lastUser)
}

// setApart gives the host a user namespace, if this process may make one and loses no right by it: processes of the
// same user in other namespaces can't trace the host, nor get at its memory. Source: user_namespaces(7), ptrace(2).
func setApart(cmd *exec.Cmd) {
	if mayBeApart() {
		inNamespace(cmd.SysProcAttr)
	}
}

var mayBeApart = sync.OnceValue(func() bool {
	var has [2]unix.CapUserData
	err := unix.Capget(&unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, &has[0])
	if err != nil || has[0].Permitted|has[1].Permitted != 0 { // they count for nothing in a namespace
		return false
	}
	c := exec.Command("/proc/self/nosuch") // it starts nothing
	c.SysProcAttr = &syscall.SysProcAttr{}
	inNamespace(c.SysProcAttr)
	return os.IsNotExist(child.StartApart(c))
})

func inNamespace(a *syscall.SysProcAttr) {
	a.Cloneflags |= unix.CLONE_NEWUSER
	a.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
	a.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
}
