// Package mw holds the specs of IND2MemoryWindow, one file a matter.
package mw
