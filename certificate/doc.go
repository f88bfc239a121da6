// Package certificate makes a signed certificate of a run, and checks one without a
// network.
//
// A certificate is an in-toto Statement v1 with the test-result predicate, in a
// DSSE envelope signed with an ed25519 key. Its subject is the digest of what was
// tested. What the predicate has no field for is in an extension field of it,
// "ndconform": the [Certificate]. The certificate is bundled with what it rests on:
// the run's journal, and the reports that follow from that.
//
// The statement is a function of the journal, the suite and the subject. Checking a
// bundle therefore means making its statement and its reports once more and
// comparing: nothing in a bundle is believed just because it is signed.
package certificate
