// Package spec is what specs are written with: the provider under test, objects
// that clean up after themselves, connections, waiting without sleeping, matchers
// that speak of statuses, and the link from a spec to the catalogue.
//
// The specs are in the folders below, one per object, one file per method. Importing
// a folder adds its specs to Ginkgo's tree; package all imports every one.
//
// A [Target] is what is under test. A spec opens a [Side] of it, or two, makes an [End] at
// each, and a [Connection] of both; an [Operation] is a request that it has started. A [Note]
// is what it leaves beside pass or fail, and a [WaitPoint] and a [Prerequisite] are what specs
// learn from those before them. Above this package are package fixture, for what takes more to
// set up, and package check, for what several folders check in the same way; package expect has
// the assertions themselves.
//
// What is not exported here is decided here alone: how long a spec waits, what a failed
// assertion leaves behind, and whom it blames.
package spec
