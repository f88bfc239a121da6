// Package srq holds the specs of IND2SharedReceiveQueue, one file a method.
package srq
