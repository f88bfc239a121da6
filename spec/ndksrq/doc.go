// Package ndksrq is the specification of NDKPI's shared receive queues: their
// creation, notifications, Receives and end.
package ndksrq
