// Package cm is InfiniBand's communication management for reliable connections:
// the active and the passive side of one connection as a state machine with no
// I/O, no clock and no goroutine. Calls, messages and ticks come in; messages
// and events go out through [Host].
// Source: InfiniBand Architecture Specification volume 1 (IBTA), chapter 12,
// release 1.4.
//
//	      active                                   passive
//
//	 Dial │ REQ                                        │ Answer (REQ)
//	      ▼                                            ▼
//	   ReqSent ───────── REQ again ──────────▶ MRA  ReqReceived
//	      │ REP                                        │ Accept: REP
//	      ▼                                            ▼
//	RepReceived  MRA  ◀───────── REP again ───────── RepSent
//	      │ Complete: RTU                              │ RTU, data or DREQ
//	      ▼                                            ▼
//	 Established ◀──────────────────────────────▶ Established
//	      │ End: DREQ                                  │ DREQ: DREP
//	      ▼                                            ▼
//	  DreqSent ── DREP, DREQ ──▶ TimeWait ◀────────────┘
//
// Before Established, End, a REJ and a silent peer lead to TimeWait from every state. A
// slow client changes nothing: the side that waits for its client answers each repeated
// message with an MRA, which restores the other side's retries.
//
// All of this isn't ideal: deadline, wait, retries and last mean something else in each
// state (conn.go); a timer for each purpose would need fewer words.
package cm
