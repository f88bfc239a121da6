// Package providers is the contract between the suite and the providers under test: a
// registry in the manner of database/sql, and what a provider may offer beyond nd2.
//
// A provider registers a [Factory] under a name when its package is imported. A user
// selects it as NAME[,key=value…]; the keys are the flags that the factory declares.
// [Open] returns an [Instance]. Its ND2 method stands for DllGetClassObject: each call
// returns the IND2Provider with a new reference.
//
// # Conventions
//
//   - An instance is safe for use by many goroutines, as the objects of nd2 are.
//   - Two instances in one process share nothing but the network between them.
//   - Nothing is printed. An error of opening says what is wrong, where, and
//     what to do.
//   - Close ends what the instance started. After it, no goroutine, file, port or
//     registration of the instance is left, whatever the suite forgot to release.
//   - A provider says what it can do beyond nd2 by implementing [V1], [NDK] or
//     [FaultInjector], each found by type assertion on the instance. To implement
//     one is to claim it: what is claimed and then missing is a failure, never a
//     skip. Optional parts of nd2 itself are claimed through ND2_ADAPTER_INFO.
package providers
