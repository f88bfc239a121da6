// Package connector holds the specs of IND2Connector, one file a method.
package connector
