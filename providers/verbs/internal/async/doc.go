// Package async carries out overlapped requests: it keeps an object's requests in
// progress, and notifies the client once for each ended request, without holding a lock
// of the provider's.
package async
