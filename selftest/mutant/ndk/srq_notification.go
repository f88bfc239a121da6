package ndk

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/ndk"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func srqNotification() []mutant.Mutant {
	return []mutant.Mutant{
		mutant.New("ndk.srqnotification.failure-ends-queue-pairs/go-on",
			"A queue pair of a queue that has failed goes on having results.",
			mutant.Recording(func(c *calls.Call, failed *calls.Record[bool]) nd2.Status {
				if c.Method == calls.NDKSrqNotification && c.NDK.Status == ndk.InternalError {
					failed.Set(nil, true)
				}
				s := c.Proceed()
				if c.Method == calls.NDKGetCqResults && failed.Get(nil) {
					c.NDK.Results = append(c.NDK.Results, ndk.Result{Status: ndk.Success})
				}
				return s
			})),
		mutant.New("ndk.srqnotification.internal-error/silent", "A queue that fails does not notify.",
			mutant.Refusing(calls.NDKSrqNotification, nd2.Success, func(c *calls.Call) bool {
				return c.NDK.Status == ndk.InternalError
			})),
		mutant.New("ndk.srqnotification.internal-error/success", "A queue that fails notifies with STATUS_SUCCESS.",
			mutant.Before(calls.NDKSrqNotification, func(c *calls.Call) { c.NDK.Status = ndk.Success })),
	}
}
