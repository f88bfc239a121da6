// Package connector holds the specs of IND2Connector, one file per method.
package connector
