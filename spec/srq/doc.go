// Package srq holds the specs of IND2SharedReceiveQueue, one file per method.
package srq
