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
// Before Established, End and a REJ lead to TimeWait from every state, and so
// does a silent peer. A slow client leads nowhere: the side that waits for its
// client answers each message that the other sends again with an MRA, which
// gives the other its retries back.
package cm
