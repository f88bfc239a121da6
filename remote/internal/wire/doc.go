// Package wire converts the types of nd2 to those of package proto, and back.
package wire
