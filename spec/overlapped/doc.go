// Package overlapped holds the specs of IND2Overlapped, and those of all objects'
// overlapped requests.
package overlapped
