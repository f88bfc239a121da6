// Package mw holds the specs of IND2MemoryWindow, one file per matter.
package mw
