// Package overlapped holds the specs of IND2Overlapped, and of what the overlapped
// requests of all objects have in common.
package overlapped
