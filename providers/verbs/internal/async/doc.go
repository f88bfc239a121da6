// Package async carries out overlapped requests: it keeps those that are in
// progress on an object, and notifies the client once when one has ended, while
// holding no lock of the provider's.
package async
