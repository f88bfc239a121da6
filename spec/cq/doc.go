// Package cq holds the specs of IND2CompletionQueue, one file a method.
package cq
