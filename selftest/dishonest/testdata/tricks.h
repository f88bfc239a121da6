// What a DLL can try with its process, with its parent, and with what they have in common.
#ifndef TRICKS_H
#define TRICKS_H

#include "../../../docs/providers/skeleton/nd2.h"
#include <tlhelp32.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

struct Trick {
	const char *name;
	void (*inCall)(), (*atEnd)() = nullptr, (*atLoad)() = nullptr;
};

// What a worker wrote for a spec that passed, when that was its standard output, and a host's reply to no call.
static const char forged[] = "\x1e{\"kind\":\"ended\",\"spec\":{\"id\":\"qp.send.gathers\",\"verdict\":\"pass\"}}\n\x1e{\"kind\":\"done\"}\n";
static const char reply[] = {3, 4, 1, 0};

static void say(HANDLE h, const void *text, DWORD size) {
	DWORD n;
	WriteFile(h, text, size, &n, nullptr);
}

// Does something with each handle that a process may have.
template <typename F> static void everywhere(F f) {
	for (uintptr_t h = 4; h < 0x800; h += 4)
		f((HANDLE)h);
}

// Does something with each pipe and file of the process.
template <typename F> static void eachFile(F f) {
	everywhere([&](HANDLE h) {
		auto type = GetFileType(h);
		if (type == FILE_TYPE_PIPE || type == FILE_TYPE_DISK)
			f(h);
	});
}

// Does something with each other process: with its id, and with its parent's.
template <typename F> static void processes(F f) {
	PROCESSENTRY32 p;
	p.dwSize = sizeof p;
	auto all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
	for (auto more = Process32First(all, &p); more; more = Process32Next(all, &p))
		if (p.th32ProcessID != GetCurrentProcessId())
			f(p.th32ProcessID, p.th32ParentProcessID);
	CloseHandle(all);
}

static DWORD parent() {
	DWORD of = 0;
	PROCESSENTRY32 p;
	p.dwSize = sizeof p;
	auto all = CreateToolhelp32Snapshot(TH32CS_SNAPPROCESS, 0);
	for (auto more = Process32First(all, &p); more; more = Process32Next(all, &p))
		if (p.th32ProcessID == GetCurrentProcessId())
			of = p.th32ParentProcessID;
	CloseHandle(all);
	return of;
}

static void kill(DWORD process) {
	auto h = OpenProcess(PROCESS_TERMINATE, FALSE, process);
	TerminateProcess(h, 0);
	CloseHandle(h);
}

// Starts a process that runs a function of this DLL and inherits all handles that can be inherited.
static void start(const char *function) {
	HMODULE self;
	char path[MAX_PATH], line[MAX_PATH + 64];
	GetModuleHandleExA(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS, (const char *)forged, &self);
	GetModuleFileNameA(self, path, sizeof path);
	snprintf(line, sizeof line, "rundll32.exe %s,%s", path, function);
	everywhere([](HANDLE h) { SetHandleInformation(h, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT); });
	STARTUPINFOA as = {};
	as.cb = sizeof as;
	PROCESS_INFORMATION p;
	SetEnvironmentVariableA("DISHONEST_TRICK", nullptr); // it has no trick
	if (CreateProcessA(nullptr, line, nullptr, nullptr, TRUE, 0, nullptr, nullptr, &as, &p))
		CloseHandle(p.hThread), CloseHandle(p.hProcess);
}

// Lives for a minute, and has a file in the folder that DISHONEST_MARKS names, which is gone when it is.
extern "C" __declspec(dllexport) void CALLBACK stay(HWND, HINSTANCE, char *, int) {
	char folder[MAX_PATH], path[MAX_PATH + 16];
	GetEnvironmentVariableA("DISHONEST_MARKS", folder, sizeof folder);
	snprintf(path, sizeof path, "%s/child-%lu", folder, GetCurrentProcessId());
	CreateFileA(path, GENERIC_WRITE, 7, nullptr, CREATE_ALWAYS, FILE_FLAG_DELETE_ON_CLOSE, nullptr);
	Sleep(60000);
}

extern "C" __declspec(dllexport) void CALLBACK forge(HWND, HINSTANCE, char *, int) {
	eachFile([](HANDLE h) { say(h, forged, sizeof forged - 1); });
}

// Appends a result to each file of an ending in the folder that has the run's journal and reports.
static void append(const char *ending) {
	char pattern[MAX_PATH], path[2 * MAX_PATH], folder[MAX_PATH];
	WIN32_FIND_DATAA found;
	GetEnvironmentVariableA("DISHONEST_OUT", folder, sizeof folder);
	snprintf(pattern, sizeof pattern, "%s/*.%s", folder, ending);
	auto all = FindFirstFileA(pattern, &found);
	if (all == INVALID_HANDLE_VALUE)
		return;
	do {
		snprintf(path, sizeof path, "%s/%s", folder, found.cFileName);
		auto file = CreateFileA(path, FILE_APPEND_DATA, 7, nullptr, OPEN_EXISTING, 0, nullptr);
		say(file, forged + 1, sizeof forged - 2);
		CloseHandle(file);
	} while (FindNextFileA(all, &found));
	FindClose(all);
}

static void leaveConfiguration() {
	auto file = CreateFileA("ndconform.yaml", GENERIC_WRITE, 7, nullptr, CREATE_ALWAYS, 0, nullptr);
	say(file, "filter: [nosuch.*]\n", 19);
	CloseHandle(file);
}

// Stops the process that has started this one, and writes events meanwhile.
static void stopParent() {
	auto nt = GetModuleHandleA("ntdll.dll");
	auto h = OpenProcess(PROCESS_ALL_ACCESS, FALSE, parent());
	((LONG(WINAPI *)(HANDLE))(void *)GetProcAddress(nt, "NtSuspendProcess"))(h);
	eachFile([](HANDLE f) { say(f, forged, sizeof forged - 1); });
	((LONG(WINAPI *)(HANDLE))(void *)GetProcAddress(nt, "NtResumeProcess"))(h);
	CloseHandle(h);
}

// Puts "pass" where the process that has started this one has "fail", in all memory that can be written to.
static void rewriteParent() {
	auto of = OpenProcess(PROCESS_VM_OPERATION | PROCESS_VM_READ | PROCESS_VM_WRITE | PROCESS_QUERY_INFORMATION, FALSE, parent());
	static char text[1 << 16];
	MEMORY_BASIC_INFORMATION m;
	for (char *at = nullptr; VirtualQueryEx(of, at, &m, sizeof m); at = (char *)m.BaseAddress + m.RegionSize)
		for (SIZE_T from = 0, n; m.Protect == PAGE_READWRITE && from < m.RegionSize; from += sizeof text) {
			auto part = (char *)m.BaseAddress + from;
			if (!ReadProcessMemory(of, part, text, std::min(sizeof text, m.RegionSize - from), &n))
				continue;
			for (SIZE_T i = 0; i + 4 <= n; i++)
				if (!memcmp(text + i, "fail", 4))
					WriteProcessMemory(of, part + i, "pass", 4, nullptr);
		}
	CloseHandle(of);
}

// Writes events to whatever the process that has started this one has open.
static void takeHandles() {
	auto of = OpenProcess(PROCESS_DUP_HANDLE, FALSE, parent());
	everywhere([=](HANDLE h) {
		HANDLE own;
		if (!DuplicateHandle(of, h, GetCurrentProcess(), &own, 0, FALSE, DUPLICATE_SAME_ACCESS))
			return;
		if (GetFileType(own) == FILE_TYPE_PIPE || GetFileType(own) == FILE_TYPE_DISK)
			say(own, forged, sizeof forged - 1);
		CloseHandle(own);
	});
	CloseHandle(of);
}

static LONG WINAPI endWell(EXCEPTION_POINTERS *) {
	TerminateProcess(GetCurrentProcess(), 0);
	return EXCEPTION_EXECUTE_HANDLER;
}

static void crash() { *(volatile int *)8 = 1; }
static void crashWell() { AddVectoredExceptionHandler(1, endWell), crash(); }
static void wait() { Sleep(INFINITE); }
static void flood() {
	static char text[1 << 16];
	memset(text, 'x', sizeof text);
	for (int n = 0; n < 200; n++)
		say(GetStdHandle(STD_ERROR_HANDLE), text, sizeof text);
}

static void print() {
	for (auto n : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE})
		say(GetStdHandle(n), forged, sizeof forged - 1);
}

static void liveElsewhere() {
	SetCurrentDirectoryA("C:\\");
	for (auto p = GetEnvironmentStringsA(); *p; p += strlen(p) + 1) {
		char name[128];
		snprintf(name, sizeof name, "%.*s", (int)strcspn(p, "="), p);
		if (*name && strncmp(name, "DISHONEST", 9))
			SetEnvironmentVariableA(name, nullptr);
	}
	SetEnvironmentVariableA("NDCONFORM_CONFIG", "none");
}

// Lets the process have no children, and little memory.
static void lowerLimits() {
	JOBOBJECT_EXTENDED_LIMIT_INFORMATION limit = {};
	limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_ACTIVE_PROCESS | JOB_OBJECT_LIMIT_PROCESS_MEMORY;
	limit.BasicLimitInformation.ActiveProcessLimit = 1;
	limit.ProcessMemoryLimit = 1 << 20;
	auto job = CreateJobObjectA(nullptr, nullptr);
	SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limit, sizeof limit);
	AssignProcessToJobObject(job, GetCurrentProcess());
}

static const Trick tricks[] = {
	{"prints events", print},
	{"writes events everywhere", [] { eachFile([](HANDLE h) { say(h, forged, sizeof forged - 1); }); }},
	{"writes replies everywhere", [] { eachFile([](HANDLE h) { say(h, reply, sizeof reply); }); }},
	{"closes what it finds", [] { eachFile([](HANDLE h) { CloseHandle(h); }); }},
	{"gives its standard output another handle", [] { eachFile([](HANDLE h) { SetStdHandle(STD_OUTPUT_HANDLE, h), print(); }); }},
	{"exits", [] { ExitProcess(0); }},
	{"terminates itself", [] { TerminateProcess(GetCurrentProcess(), 0); }},
	{"ends its thread", [] { ExitThread(0); }},
	{"crashes", crash},
	{"crashes and ends well", crashWell},
	{"throws", [] { RaiseException(0xE06D7363, 0, 0, nullptr); }},
	{"hangs", wait},
	{"kills its parent", [] { kill(parent()); }},
	{"kills its siblings", [] { processes([of = parent()](DWORD p, DWORD by) { by == of ? kill(p) : void(); }); }},
	{"stops its parent", stopParent},
	{"changes verdicts in its parent's memory", rewriteParent},
	{"takes its parent's handles", takeHandles},
	{"interrupts its group", [] { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, 0); }},
	{"writes to journals", [] { append("journal"); }},
	{"writes to reports", [] { append("json"); }},
	{"leaves a configuration", leaveConfiguration},
	{"lives elsewhere", liveElsewhere},
	{"lowers its limits", lowerLimits},
	{"floods", flood},
	{"has a child write events", [] { start("forge"); }},
	{"leaves children", [] { start("stay"); }},
	{"becomes another program", [] { start("stay"), ExitProcess(0); }},
	{"hangs at the end", nullptr, wait},
	{"crashes at the end", nullptr, crash},
	{"ends well at the end", nullptr, [] { print(), TerminateProcess(GetCurrentProcess(), 0); }},
	{"kills its parent at the beginning", nullptr, nullptr, [] { kill(parent()); }},
	{"leaves children at the beginning", nullptr, nullptr, [] { start("stay"); }},
};

static const Trick *find(const char *name) {
	for (auto &t : tricks)
		if (!strcmp(t.name, name))
			return &t;
	return nullptr;
}

#endif
