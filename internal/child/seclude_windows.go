package child

import "golang.org/x/sys/windows"

// secluded is what others may do with the process: wait for it, and ask what everybody may know of a process. The
// owner may not change that, which without the entry for OW would always be allowed.
const secluded = "D:P(A;;0x101000;;;OW)(A;;0x101000;;;WD)(A;;GA;;;SY)"

// Seclude keeps other processes of the same user, such as the children of this one, from ending or stopping this
// one, and from its memory and handles. Those with the privilege to debug programs, as administrators have it, are
// not kept from it. The children themselves are as open as before.
func Seclude() {
	// A system that refuses leaves things as they were.
	if sd, err := windows.SecurityDescriptorFromString(secluded); err == nil {
		if list, _, err := sd.DACL(); err == nil {
			_ = windows.SetSecurityInfo(windows.CurrentProcess(), windows.SE_KERNEL_OBJECT,
				windows.DACL_SECURITY_INFORMATION|windows.PROTECTED_DACL_SECURITY_INFORMATION, nil, nil, list, nil)
		}
	}
}
