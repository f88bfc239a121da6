// Package ndclient is what every client of ND2 needs: an adapter with its file, an event, a
// completion port, an overlapped request, memory, two connected ends. It returns statuses; its
// callers judge them.
package ndclient
