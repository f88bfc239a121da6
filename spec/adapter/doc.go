// Package adapter holds the specs of IND2Adapter, one file per method.
package adapter
