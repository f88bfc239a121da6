// Package provider holds the specs of IND2Provider, one file per method.
package provider
