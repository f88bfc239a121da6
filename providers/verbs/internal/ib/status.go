package ib

import "fmt"

// A WCStatus is the status of a work completion. Source: ibv_poll_cq(3).
type WCStatus uint32

// The statuses of enum ibv_wc_status.
const (
	WCSuccess WCStatus = iota
	WCLocalLength
	WCLocalQPOperation
	WCLocalEEOperation
	WCLocalProtection
	WCFlushed
	WCWindowBind
	WCBadResponse
	WCLocalAccess
	WCRemoteInvalidRequest
	WCRemoteAccess
	WCRemoteOperation
	WCRetryExceeded
	WCRNRRetryExceeded
	WCLocalRDDViolation
	WCRemoteInvalidRDRequest
	WCRemoteAborted
	WCInvalidEECNumber
	WCInvalidEECState
	WCFatal
	WCResponseTimeout
	WCGeneral
)

// String returns the status's number, as the manual lists it.
func (s WCStatus) String() string { return fmt.Sprintf("wc_status %d", uint32(s)) }
