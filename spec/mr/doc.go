// Package mr holds the specs of IND2MemoryRegion, one file per method or matter.
package mr
