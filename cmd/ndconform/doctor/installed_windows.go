package doctor

import (
	"cmp"
	"debug/pe"
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/providers/dll/image"
)

// installed lists what the Winsock catalogue has for NetworkDirect v2, without loading any of it.
func installed() (facts []Fact) {
	list, err := providers.FindInstalled("dll")
	if err != nil {
		return []Fact{{
			Name: "Winsock catalogue", Says: err.Error(), Lacking: true,
			Mend: "install the adapter's driver with its NetworkDirect provider; netsh winsock show catalog lists all entries",
		}}
	}
	for _, i := range list {
		facts = append(facts, Fact{
			Name: i.Name, Says: fmt.Sprintf("%s, version %s", i.Path, cmp.Or(i.Version, "none")),
			Selector: "dll,catalog=" + i.Name,
		}, file(i.Path))
		if i.Error != "" {
			facts = append(facts, Fact{Name: "", Says: i.Error, Lacking: true})
		}
	}
	return facts
}

// file says what the file of a DLL says of itself, and whether Windows trusts its signature.
func file(path string) Fact {
	f := Fact{Name: "  its file"}
	read, err := image.Read(path)
	if err != nil {
		f.Says, f.Lacking = err.Error(), true
		return f
	}
	f.Says = processor(read.Machine) + ", " + signature(path, read.Signed)
	return f
}

func processor(machine uint16) string {
	switch machine {
	case pe.IMAGE_FILE_MACHINE_AMD64:
		return "64 bits, x64"
	case pe.IMAGE_FILE_MACHINE_ARM64:
		return "64 bits, ARM64"
	case pe.IMAGE_FILE_MACHINE_I386:
		return "32 bits, x86"
	}
	return fmt.Sprintf("machine %#x", machine)
}

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
