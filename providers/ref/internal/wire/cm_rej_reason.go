package wire

import "fmt"

// A RejectReason is why a REJ was sent. Source: IBTA 12.6.7.2 (rejection reason).
type RejectReason uint16

// The reasons.
const (
	RejectNoQP                    RejectReason = 1
	RejectNoEEC                   RejectReason = 2
	RejectNoResources             RejectReason = 3
	RejectTimeout                 RejectReason = 4
	RejectUnsupported             RejectReason = 5
	RejectInvalidCommID           RejectReason = 6
	RejectInvalidCommInstance     RejectReason = 7
	RejectInvalidServiceID        RejectReason = 8
	RejectInvalidTransport        RejectReason = 9
	RejectStaleConnection         RejectReason = 10
	RejectNoRDC                   RejectReason = 11
	RejectPrimaryGID              RejectReason = 12
	RejectPrimaryLID              RejectReason = 13
	RejectPrimarySL               RejectReason = 14
	RejectPrimaryTrafficClass     RejectReason = 15
	RejectPrimaryHopLimit         RejectReason = 16
	RejectPrimaryPacketRate       RejectReason = 17
	RejectAlternateGID            RejectReason = 18
	RejectAlternateLID            RejectReason = 19
	RejectAlternateSL             RejectReason = 20
	RejectAlternateTrafficClass   RejectReason = 21
	RejectAlternateHopLimit       RejectReason = 22
	RejectAlternatePacketRate     RejectReason = 23
	RejectPortAndCMRedirect       RejectReason = 24
	RejectPortRedirect            RejectReason = 25
	RejectInvalidMTU              RejectReason = 26
	RejectResponderResources      RejectReason = 27
	RejectConsumer                RejectReason = 28
	RejectRNRRetryCount           RejectReason = 29
	RejectDuplicateCommID         RejectReason = 30
	RejectClassVersion            RejectReason = 31
	RejectPrimaryFlowLabel        RejectReason = 32
	RejectAlternateFlowLabel      RejectReason = 33
	RejectVendorOptionUnsupported RejectReason = 35
)

var rejectNames = [...]string{
	RejectNoQP:                    "No QP available",
	RejectNoEEC:                   "No EEC available",
	RejectNoResources:             "No resources available",
	RejectTimeout:                 "Timeout",
	RejectUnsupported:             "Unsupported request",
	RejectInvalidCommID:           "Invalid Communication ID",
	RejectInvalidCommInstance:     "Invalid Communication Instance",
	RejectInvalidServiceID:        "Invalid Service ID",
	RejectInvalidTransport:        "Invalid Transport Service Type",
	RejectStaleConnection:         "Stale connection",
	RejectNoRDC:                   "RDC does not exist",
	RejectPrimaryGID:              "Primary Remote Port GID rejected",
	RejectPrimaryLID:              "Primary Remote Port LID rejected",
	RejectPrimarySL:               "Invalid Primary SL",
	RejectPrimaryTrafficClass:     "Invalid Primary Traffic Class",
	RejectPrimaryHopLimit:         "Invalid Primary Hop Limit",
	RejectPrimaryPacketRate:       "Invalid Primary Packet Rate",
	RejectAlternateGID:            "Alternate Remote Port GID rejected",
	RejectAlternateLID:            "Alternate Remote Port LID rejected",
	RejectAlternateSL:             "Invalid Alternate SL",
	RejectAlternateTrafficClass:   "Invalid Alternate Traffic Class",
	RejectAlternateHopLimit:       "Invalid Alternate Hop Limit",
	RejectAlternatePacketRate:     "Invalid Alternate Packet Rate",
	RejectPortAndCMRedirect:       "Port and CM Redirection",
	RejectPortRedirect:            "Port Redirection",
	RejectInvalidMTU:              "Invalid Path MTU",
	RejectResponderResources:      "Insufficient Responder Resources",
	RejectConsumer:                "Consumer Reject",
	RejectRNRRetryCount:           "RNR Retry Count Reject",
	RejectDuplicateCommID:         "Duplicate Local Communication ID",
	RejectClassVersion:            "Unsupported Class Version",
	RejectPrimaryFlowLabel:        "Invalid Primary Flow Label",
	RejectAlternateFlowLabel:      "Invalid Alternate Flow Label",
	RejectVendorOptionUnsupported: "Vendor option not supported",
}

// String returns IBTA's name.
func (r RejectReason) String() string {
	if int(r) < len(rejectNames) && rejectNames[r] != "" {
		return rejectNames[r]
	}
	return fmt.Sprintf("reason %d", uint16(r))
}
