// Package ndk is the specification of NDKPI's shared receive queues: their
// creation, notifications, Receives and end.
package ndk
