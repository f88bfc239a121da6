package child

import "golang.org/x/sys/windows"

// secluded is what others may do with the process: wait for it, and ask what everybody may know. The entry for OW
// keeps the owner from changing that, which would otherwise always be allowed.
const secluded = "D:P(A;;0x101000;;;OW)(A;;0x101000;;;WD)(A;;GA;;;SY)"

// Seclude keeps other processes of the same user, such as this process's children, from ending or stopping it, and
// from its memory and handles. It does not keep out processes with the privilege to debug programs, as
// administrators have. The children stay open.
func Seclude() {
	// If the system refuses, nothing changes.
	if sd, err := windows.SecurityDescriptorFromString(secluded); err == nil {
		if list, _, err := sd.DACL(); err == nil {
			_ = windows.SetSecurityInfo(windows.CurrentProcess(), windows.SE_KERNEL_OBJECT,
				windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, list, nil)
		}
	}
}
