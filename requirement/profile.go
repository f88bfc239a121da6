package requirement

import "slices"

// Profile is a group of rules that is certified as one.
type Profile string

// The profiles.
const (
	Core         Profile = "core"
	SRQ          Profile = "srq"
	Resize       Profile = "resize"
	MemoryWindow Profile = "memory-window"
	ND1          Profile = "v1"
	NDK          Profile = "ndk"
	COM          Profile = "com"       // what only a DLL can get wrong
	Microsoft    Profile = "microsoft" // what Microsoft's published tests expect beyond the documents
)

// A ProfileInfo describes a profile.
type ProfileInfo struct {
	Profile Profile
	// About says what the profile judges.
	About string
	// Claim is the id of the rule that only an adapter with the profile's feature can keep:
	// creating the feature's object succeeds, say. Other rules of the profile may be kept by
	// an adapter without the feature, since it refuses what must be refused. Empty for a
	// profile without an optional feature.
	Claim string
	// Need is what an adapter claims the feature by, if it claims it by anything but
	// Claim.
	Need Need
	// Limits says what the profile does not prove, where that is easily missed.
	Limits string
}

var profiles = []ProfileInfo{
	{Profile: Core, About: "What every ND2 provider owes."},
	{
		Profile: SRQ, Claim: "adapter.createsharedreceivequeue.nd-success", Need: NeedSRQ,
		About: "Shared receive queues.",
	},
	{
		Profile: Resize, Claim: "cq.resize.nd-success", Need: NeedResize,
		About: "Resizing of completion queues.",
	},
	{
		Profile: MemoryWindow, Claim: "adapter.creatememorywindow.nd-success",
		About: "Memory windows: Bind, Invalidate, and what a peer can do by a window.",
	},
	{
		Profile: ND1, Claim: "endpoint.createendpoint.nd-success", Need: NeedND1,
		About: "Endpoints of NetworkDirect version 1.",
	},
	{
		Profile: NDK, Claim: "ndk.createsrq.status-success", Need: NeedNDK,
		About: "Shared receive queues of the kernel's NDKPI.",
		Limits: "Profile ndk judges an implementation of package ndk in Go. No miniport driver has been tested: " +
			"a kernel driver would have to forward each call, callback and buffer between the suite and the miniport.",
	},
	{
		Profile: COM, Claim: "com.dllgetclassobject.provider", Need: NeedCOM,
		About: "What only a DLL can get wrong: its exports, its COM objects, its entry in the Winsock catalogue.",
	},
	{
		Profile: Microsoft,
		About: "What Microsoft's published tests expect beyond the documents. Its rules are SHOULD or INFO: " +
			"they warn, and the profile is never granted.",
	},
}

// Profiles describes all profiles, core first.
func Profiles() []ProfileInfo { return slices.Clone(profiles) }

// Info describes the profile; it is empty but for the name if the profile is unknown.
func (p Profile) Info() ProfileInfo {
	for _, info := range profiles {
		if info.Profile == p {
			return info
		}
	}
	return ProfileInfo{Profile: p}
}
