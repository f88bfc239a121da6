// Package cq holds the specs of IND2CompletionQueue, one file per method.
package cq
