// Package certificate makes of a run a signed certificate, and checks one without
// a network.
//
// A certificate is an in-toto Statement v1 with the test-result predicate, in a
// DSSE envelope signed with an ed25519 key. Its subject is the digest of what was
// tested. What the predicate has no field for is in an extension field of it,
// "ndconform": the [Certificate]. It is bundled with what it rests on: the run's
// journal, and the reports that follow from it.
//
// The statement is a function of the journal, the suite and the subject. To check
// a bundle is therefore to make its statement and its reports once more and to
// compare: nothing in a bundle is believed for being signed.
package certificate
