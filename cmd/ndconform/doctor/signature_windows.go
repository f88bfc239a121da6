package doctor

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// signature says whether Windows trusts a file's signature. It asks no other machine whether a certificate
// has been revoked.
func signature(path string, signed bool) string {
	if !signed {
		return "not signed"
	}
	wide, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return "signed"
	}
	of := windows.WinTrustFileInfo{Size: uint32(unsafe.Sizeof(windows.WinTrustFileInfo{})), FilePath: wide}
	data := windows.WinTrustData{
		Size: uint32(unsafe.Sizeof(windows.WinTrustData{})), UIChoice: windows.WTD_UI_NONE,
		RevocationChecks: windows.WTD_REVOKE_NONE, UnionChoice: windows.WTD_CHOICE_FILE,
		FileOrCatalogOrBlobOrSgnrOrCert: unsafe.Pointer(&of), StateAction: windows.WTD_STATEACTION_VERIFY,
		ProvFlags: windows.WTD_CACHE_ONLY_URL_RETRIEVAL,
	}
	verdict := windows.WinVerifyTrustEx(windows.InvalidHWND, &windows.WINTRUST_ACTION_GENERIC_VERIFY_V2, &data)
	data.StateAction = windows.WTD_STATEACTION_CLOSE
	_ = windows.WinVerifyTrustEx(windows.InvalidHWND, &windows.WINTRUST_ACTION_GENERIC_VERIFY_V2, &data)
	if verdict != nil {
		return fmt.Sprintf("signed, and Windows does not trust it: %v", verdict)
	}
	return "signed, and Windows trusts it"
}
