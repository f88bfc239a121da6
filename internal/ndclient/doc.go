// Package ndclient is what every client of ND2 needs: an adapter with its file, an event, a
// completion port, an overlapped request, memory, two connected ends. It returns statuses, and
// leaves it to its callers what they make of them.
package ndclient
