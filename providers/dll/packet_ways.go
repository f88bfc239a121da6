//go:build windows && (amd64 || arm64)

package dll

import (
	"errors"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
)

// BindAs implements [providers.COM].
func (i *instance) BindAs(way providers.PacketWay, of nd2.OverlappedFile, client nd2.CompletionPort,
	key uintptr,
) nd2.Status {
	f := of.(*file)
	if way == providers.ThreadPool {
		return f.bind(client, key, f.bindToPool)
	}
	many, err := i.portOfMany()
	if err != nil {
		return statusOf(err)
	}
	return f.bindTo(many, client, key)
}

func (i *instance) portOfMany() (p *port, err error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.many == nil {
		i.many, err = newPort(i.proxies, manyAtOnce)
	}
	return i.many, err
}

var ntQueryInformationFile = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtQueryInformationFile")

// notificationInformation is FileIoCompletionNotificationInformation.
const notificationInformation = 41

// NotificationModes implements [providers.COM].
func (i *instance) NotificationModes(of nd2.OverlappedFile) (modes uint32, err error) {
	var done windows.IO_STATUS_BLOCK
	s, _, _ := ntQueryInformationFile.Call(handleOf(of), uintptr(unsafe.Pointer(&done)), uintptr(unsafe.Pointer(&modes)),
		unsafe.Sizeof(modes), notificationInformation)
	switch status := windows.NTStatus(s); status {
	case windows.STATUS_SUCCESS:
		return modes, nil
	case windows.STATUS_NOT_IMPLEMENTED, windows.STATUS_INVALID_INFO_CLASS, windows.STATUS_NOT_SUPPORTED:
		return 0, fmt.Errorf("NtQueryInformationFile: %w: %w", errors.ErrUnsupported, status)
	default:
		return 0, fmt.Errorf("NtQueryInformationFile: %w", status)
	}
}
