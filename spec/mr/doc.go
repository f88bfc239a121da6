// Package mr holds the specs of IND2MemoryRegion, one file a method or a matter.
package mr
