package exec

import (
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

const (
	// defaultUser is the suite's user, without privileges.
	defaultUser = "restricted"
	// sameUser is the suite's user with all privileges, for a provider that needs one.
	sameUser = "same"
)

var createRestrictedToken = windows.NewLazySystemDLL("advapi32.dll").NewProc("CreateRestrictedToken")

// become makes the process that cmd starts run without this process's privileges: with an administrator's
// privilege to debug programs, it could write to this process's memory.
func become(cmd *exec.Cmd, name string) (owner int, release func(), err error) {
	switch name {
	case sameUser:
	case defaultUser:
		cmd.SysProcAttr.Token, err = restricted()
		if err != nil {
			err = fmt.Errorf("%w; %s", err, sameUserHelps)
		}
	default:
		err = fmt.Errorf("option user: %s or %s, and not %s", defaultUser, sameUser, name)
	}
	return 0, func() {}, err
}

const sameUserHelps = "a host runs without privileges; the option user=" + sameUser + " leaves it those of ndconform"

// restricted returns this process's token without its privileges, except everybody's, to pass through folders.
// Source: CreateRestrictedToken.
var restricted = sync.OnceValues(func() (token syscall.Token, err error) {
	var own windows.Token
	err = windows.OpenProcessToken(windows.CurrentProcess(), windows.TOKEN_QUERY|windows.TOKEN_DUPLICATE|
		windows.TOKEN_ASSIGN_PRIMARY, &own)
	if err != nil {
		return 0, err
	}
	defer own.Close()
	given, err := privileges(own)
	if err != nil {
		return 0, err
	}
	made, _, err := createRestrictedToken.Call(uintptr(own), 0, 0, 0, uintptr(len(given)),
		uintptr(unsafe.Pointer(unsafe.SliceData(given))), 0, 0, uintptr(unsafe.Pointer(&token)))
	if made == 0 {
		return 0, fmt.Errorf("CreateRestrictedToken: %w", err)
	}
	return token, nil
})

// privileges lists a token's privileges, used or not, except the one to pass through folders.
func privileges(token windows.Token) (list []windows.LUIDAndAttributes, err error) {
	var passThrough windows.LUID
	name, err := windows.UTF16PtrFromString("SeChangeNotifyPrivilege")
	if err != nil {
		return nil, err
	}
	if err := windows.LookupPrivilegeValue(nil, name, &passThrough); err != nil {
		return nil, err
	}
	var size uint32
	_ = windows.GetTokenInformation(token, windows.TokenPrivileges, nil, 0, &size)
	data := make([]byte, size)
	err = windows.GetTokenInformation(token, windows.TokenPrivileges, unsafe.SliceData(data), size, &size)
	if err != nil {
		return nil, err
	}
	for _, one := range (*windows.Tokenprivileges)(unsafe.Pointer(unsafe.SliceData(data))).AllPrivileges() {
		if one.Luid != passThrough {
			list = append(list, one)
		}
	}
	return list, nil
}

// whoMayNot adds to an error of starting a program how to start it with all privileges.
func whoMayNot(cmd *exec.Cmd, _ string, err error) error {
	refused := errors.Is(err, fs.ErrPermission) || errors.Is(err, windows.ERROR_PRIVILEGE_NOT_HELD)
	if cmd.SysProcAttr.Token == 0 || !refused {
		return err
	}
	return fmt.Errorf("%w; %s", err, sameUserHelps)
}
