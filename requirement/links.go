package requirement

import (
	"slices"
	"strings"
	"sync"
)

// A Link is a part of an entry's source, with the address of the page that it names.
type Link struct {
	// Text is the part as the entry states it.
	Text string
	// URL leads to the page, and to the heading if the page has an anchor for it;
	// empty if there is no such page.
	URL string
}

// Where Microsoft's pages are. Those of ND2 and the headers are of one commit, so
// that what an entry was taken from stays what its link shows.
const (
	networkDirect = "https://github.com/microsoft/NetworkDirect/"
	commit        = "043f1bf05e41343cc88dda619ddd86aee60a02fe"
	documents     = networkDirect + "blob/" + commit + "/docs/"
	headers       = networkDirect + "blob/" + commit + "/src/ndutil/"
	testFile      = networkDirect + "blob/" + commit + "/"
	testFolder    = networkDirect + "tree/" + commit + "/"
	nd1Pages      = "https://learn.microsoft.com/en-us/previous-versions/windows/desktop/"
	kernel        = "https://learn.microsoft.com/en-us/windows-hardware/drivers/"
	win32         = "https://learn.microsoft.com/en-us/windows/win32/api/"
)

// headings lists the headings of the documents of ND2 that have an anchor, by document: those of the statements, for
// parameters, return values and remarks are no headings there.
var headings = sync.OnceValue(func() map[string][]string {
	list := map[string][]string{}
	for _, s := range Statements() {
		if strings.HasSuffix(s.Document, ".md") {
			heading, _, _ := strings.Cut(s.Heading, ", ")
			list[s.Document] = append(list[s.Document], heading)
		}
	}
	return list
})

// otherPages has the addresses of the pages outside ND2's documents.
var otherPages = map[string]string{
	"ndspi.h":    headers + "ndspi.h",
	"nddef.h":    headers + "nddef.h",
	"ndprov.cpp": headers + "ndprov.cpp", "ndfrmwrk.cpp": headers + "ndfrmwrk.cpp",

	"DllCanUnloadNow":           win32 + "combaseapi/nf-combaseapi-dllcanunloadnow",
	"DllGetClassObject":         win32 + "combaseapi/nf-combaseapi-dllgetclassobject",
	"GetQueuedCompletionStatus": win32 + "ioapiset/nf-ioapiset-getqueuedcompletionstatus",
	"IUnknown::QueryInterface":  win32 + "unknwn/nf-unknwn-iunknown-queryinterface(refiid_void)",
	"IUnknown::Release":         win32 + "unknwn/nf-unknwn-iunknown-release",

	"INDAdapter::CreateCompletionQueue":       nd1Pages + "cc904347(v=vs.85)",
	"INDAdapter::CreateMemoryWindow":          nd1Pages + "cc904349(v=vs.85)",
	"INDAdapter::DeregisterMemory":            nd1Pages + "cc904350(v=vs.85)",
	"INDAdapter::GetFileHandle":               nd1Pages + "cc904351(v=vs.85)",
	"INDAdapter::Listen":                      nd1Pages + "cc904352(v=vs.85)",
	"INDAdapter::Query":                       nd1Pages + "cc904353(v=vs.85)",
	"INDCompletionQueue":                      nd1Pages + "cc904355(v=vs.85)",
	"INDCompletionQueue::GetResults":          nd1Pages + "cc904356(v=vs.85)",
	"INDCompletionQueue::Notify":              nd1Pages + "cc904357(v=vs.85)",
	"INDCompletionQueue::Resize":              nd1Pages + "cc904358(v=vs.85)",
	"INDConnector":                            nd1Pages + "cc904359(v=vs.85)",
	"INDConnector::Accept":                    nd1Pages + "cc904360(v=vs.85)",
	"INDConnector::CompleteConnect":           nd1Pages + "cc904361(v=vs.85)",
	"INDConnector::Connect":                   nd1Pages + "cc904362(v=vs.85)",
	"INDConnector::CreateEndpoint":            nd1Pages + "cc904363(v=vs.85)",
	"INDConnector::Disconnect":                nd1Pages + "cc904364(v=vs.85)",
	"INDConnector::GetConnectionData":         nd1Pages + "cc904365(v=vs.85)",
	"INDConnector::GetLocalAddress":           nd1Pages + "cc904366(v=vs.85)",
	"INDConnector::GetPeerAddress":            nd1Pages + "cc904367(v=vs.85)",
	"INDConnector::NotifyDisconnect":          nd1Pages + "cc904368(v=vs.85)",
	"INDConnector::Reject":                    nd1Pages + "cc904369(v=vs.85)",
	"INDEndpoint":                             nd1Pages + "cc904370(v=vs.85)",
	"INDEndpoint::Bind":                       nd1Pages + "cc904371(v=vs.85)",
	"INDEndpoint::Flush":                      nd1Pages + "cc904372(v=vs.85)",
	"INDEndpoint::Invalidate":                 nd1Pages + "cc904373(v=vs.85)",
	"INDEndpoint::Read":                       nd1Pages + "cc904374(v=vs.85)",
	"INDEndpoint::Receive":                    nd1Pages + "cc904375(v=vs.85)",
	"INDEndpoint::Send":                       nd1Pages + "cc904376(v=vs.85)",
	"INDEndpoint::SendAndInvalidate":          nd1Pages + "cc904377(v=vs.85)",
	"INDEndpoint::StartRequestBatch":          nd1Pages + "cc904378(v=vs.85)",
	"INDEndpoint::SubmitRequestBatch":         nd1Pages + "cc904379(v=vs.85)",
	"INDEndpoint::Write":                      nd1Pages + "cc904380(v=vs.85)",
	"INDListen::GetConnectionRequest":         nd1Pages + "cc904382(v=vs.85)",
	"INDOverlapped::CancelOverlappedRequests": nd1Pages + "cc904385(v=vs.85)",
	"INDProvider::OpenAdapter":                nd1Pages + "cc904388(v=vs.85)",
	"INDProvider::QueryAddressList":           nd1Pages + "cc904389(v=vs.85)",

	"NDKPI Object Lifetime Requirements": kernel + "network/ndkpi-object-lifetime-requirements",
	"NDK_FN_CLOSE_COMPLETION":            kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_close_completion",
	"NDK_FN_CLOSE_OBJECT":                kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_close_object",
	"NDK_FN_CREATE_COMPLETION":           kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_create_completion",
	"NDK_FN_CREATE_QP_WITH_SRQ":          kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_create_qp_with_srq",
	"NDK_FN_CREATE_SRQ":                  kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_create_srq",
	"NDK_FN_GET_CQ_RESULTS":              kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_get_cq_results",
	"NDK_FN_MODIFY_SRQ":                  kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_modify_srq",
	"NDK_FN_QUERY_EXTENSION_INTERFACE":   kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_query_extension_interface",
	"NDK_FN_SRQ_NOTIFICATION_CALLBACK":   kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_srq_notification_callback",
	"NDK_FN_SRQ_RECEIVE":                 kernel + "ddi/ndkpi/nc-ndkpi-ndk_fn_srq_receive",
	"NDK_RESULT":                         kernel + "ddi/ndkpi/ns-ndkpi-_ndk_result",
}

// Links returns the parts of the entry's source, in order.
func (e Entry) Links() []Link {
	var list []Link
	for part := range strings.SplitSeq(e.Source, "; ") {
		list = append(list, Link{part, address(part)})
	}
	return list
}

// address finds the page that a part of a source names, and its heading.
func address(part string) string {
	page, heading, _ := strings.Cut(part, ", ")
	if file, ok := strings.CutPrefix(page, "MS tests: "); ok {
		if strings.Contains(file, ".") {
			return testFile + file
		}
		return testFolder + file
	}
	if url := otherPages[page]; url != "" {
		return url
	}
	if known := headings()[page]; known != nil {
		heading, _, _ = strings.Cut(heading, ", ")
		if slices.Contains(known, heading) {
			return documents + page + "#" + anchor(heading)
		}
		return documents + page
	}
	iface, _, _ := strings.Cut(page, "::") // a heading of the document of its interface
	if document := iface + ".md"; slices.Contains(headings()[document], page) {
		return documents + document + "#" + anchor(page)
	}
	return ""
}

// anchor is what GitHub names a heading by: in lower case, hyphens for spaces, and
// nothing else but letters, digits and underscores.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_', r == '-':
			return r
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.ToLower(heading))
}
