package child

import (
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

var ntResumeProcess = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// StartTied starts cmd in a new job: the system ends its process and all descendants when the caller calls untie,
// or when this process is gone. The process runs only once it is in the job, so that no descendant is outside.
// Where the system allows no job, it runs without one.
func StartTied(cmd *exec.Cmd) (untie func(), err error) {
	job := newJob()
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED
	untie = func() { _ = windows.CloseHandle(job) }
	if err := cmd.Start(); err != nil {
		untie()
		return func() {}, err
	}
	const rights = windows.PROCESS_SET_QUOTA | windows.PROCESS_TERMINATE | windows.PROCESS_SUSPEND_RESUME
	process, err := windows.OpenProcess(rights, false, uint32(cmd.Process.Pid))
	if err != nil { // this process has just started it
		return untie, cmd.Process.Kill()
	}
	defer func() { _ = windows.CloseHandle(process) }()
	_ = windows.AssignProcessToJobObject(job, process)
	_, _, _ = ntResumeProcess.Call(uintptr(process))
	return untie, nil
}

// newJob makes a job whose processes end when its last handle is closed, or returns 0.
func newJob() windows.Handle {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return 0
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, _ = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	return job
}
