// Package provider holds the specs of IND2Provider, one file a method.
package provider
