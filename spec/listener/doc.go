// Package listener holds the specs of IND2Listener, one file per method.
package listener
