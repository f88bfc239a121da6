package ndk

import (
	"github.com/ndconform/ndconform/calls"
	. "github.com/ndconform/ndconform/selftest/mutant"
)

func getCqResults() []Mutant {
	const batch = 32
	return []Mutant{
		New("ndk.getcqresults.count/first-batch-lost", "Of more than 32 results at once, the first 32 are lost.",
			After(calls.NDKGetCqResults, func(c *calls.Call) {
				if len(c.NDK.Results) > batch {
					c.NDK.Results = c.NDK.Results[batch:]
				}
			})),
		New("ndk.getcqresults.count/rest-lost", "Of more than 32 results at once, only the first 32 are given.",
			After(calls.NDKGetCqResults, func(c *calls.Call) {
				c.NDK.Results = c.NDK.Results[:min(batch, len(c.NDK.Results))]
			})),
	}
}
