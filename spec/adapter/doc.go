// Package adapter holds the specs of IND2Adapter, one file a method.
package adapter
