// Package wire converts the types of nd2, nd1 and ndk to those of package proto, and back.
package wire
