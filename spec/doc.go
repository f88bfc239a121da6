// Package spec is what specs are written with: the provider under test, objects
// that clean up after themselves, connections, waiting without sleeping, matchers
// that speak of statuses, and the link from a spec to the catalogue.
//
// The specs are in the folders below, one per object, one file per method. Importing
// a folder adds its specs to Ginkgo's tree; package all imports every one.
package spec
