package child

import (
	"errors"
	"os/exec"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

var ntResumeProcess = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// jobs has the job of each process from [StartTied], by its id, until untie.
var jobs = struct {
	sync.Mutex
	of map[int]windows.Handle
}{of: map[int]windows.Handle{}}

// StartTied starts cmd in a new job: the system ends its process and all descendants when the caller calls untie,
// or when this process is gone. The process runs only once it is in the job, so that no descendant is outside.
// Where the system allows no job, it runs without one: what it starts is not ended, and [StartedBy] fails.
func StartTied(cmd *exec.Cmd) (untie func(), err error) {
	job := newJob()
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.CreationFlags |= windows.CREATE_SUSPENDED
	untie = func() {
		jobs.Lock()
		defer jobs.Unlock()
		if cmd.Process != nil {
			delete(jobs.of, cmd.Process.Pid)
		}
		_ = windows.CloseHandle(job)
	}
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
	if windows.AssignProcessToJobObject(job, process) == nil {
		jobs.Lock()
		jobs.of[cmd.Process.Pid] = job
		jobs.Unlock()
	}
	_, _, _ = ntResumeProcess.Call(uintptr(process))
	return untie, nil
}

// StartedBy lists the living processes that a process from [StartTied] has started, directly or not, and counts those
// that have ended. It fails with [ErrNoJob] if the process has no job. Source: JOBOBJECT_BASIC_ACCOUNTING_INFORMATION,
// JOBOBJECT_BASIC_PROCESS_ID_LIST.
func StartedBy(pid int) (living []int, ended int, err error) {
	jobs.Lock()
	defer jobs.Unlock()
	job, ok := jobs.of[pid]
	if !ok {
		return nil, 0, ErrNoJob
	}
	var account struct {
		_              [4]int64 // times
		_, total, _, _ uint32
	}
	var list struct {
		_, count uint32
		ids      [1024]uintptr
	}
	err = inquire(job, windows.JobObjectBasicAccountingInformation, &account)
	if err == nil {
		err = inquire(job, windows.JobObjectBasicProcessIdList, &list)
	}
	for _, id := range list.ids[:list.count] {
		if int(id) != pid {
			living = append(living, int(id))
		}
	}
	return living, max(0, int(account.total)-1-len(living)), err
}

// ErrNoJob says that the system has allowed no job for a process.
var ErrNoJob = errors.New("it has no job, so that what it starts does not show")

func inquire[T any](job windows.Handle, what int32, answer *T) error {
	return windows.QueryInformationJobObject(job, what, uintptr(unsafe.Pointer(answer)), uint32(unsafe.Sizeof(*answer)),
		nil)
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
