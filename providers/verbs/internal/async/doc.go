// Package async carries out overlapped requests: it keeps which are in progress
// on an object, and notifies the client when one has ended, once, holding no lock
// of the provider's.
package async
