// Package listener holds the specs of IND2Listener, one file a method.
package listener
