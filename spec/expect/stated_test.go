package expect

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/onsi/gomega/types"

	"github.com/ndconform/ndconform/nd2"
)

// Matchers of Gomega's say what they expect and see in the suite's words.
func TestStated(t *testing.T) {
	result := nd2.Result{Status: nd2.Canceled, RequestType: nd2.RequestRead, RequestContext: 3}
	var none *nd2.Result
	come := make(chan int, 2)
	come <- 7
	for _, c := range []struct {
		m      types.GomegaMatcher
		actual any
		want   string
	}{
		{Equal(nd2.Success), nd2.Canceled, "ND_SUCCESS | ND_CANCELED"},
		{Equal(uint32(5)), uint32(6), "5 | 6"},
		{Equal([]byte{1, 0xff}), []byte{1}, "2 bytes 01ff | 1 bytes 01"},
		{Equal([]uintptr{1, 2}), []uintptr{2, 1}, "[1, 2] | [2, 1]"},
		{BeEmpty(), []*nd2.Overlapped{{}}, "none | [an OVERLAPPED]"},
		{Equal("a"), "b\n", `"a" | "b\n"`},
		{
			BeZero(), result,
			"zero | {Status ND_CANCELED, BytesTransferred 0, QueuePairContext 0, RequestContext 3, RequestType Read}",
		},
		{
			BeNil(), &result,
			"nothing | {Status ND_CANCELED, BytesTransferred 0, QueuePairContext 0, RequestContext 3, RequestType Read}",
		},
		{BeNumerically(">=", 3), 2, ">= 3 | 2"},
		{BeEquivalentTo(4), uintptr(5), "4 | 5"},
		{BeSo("a queue that is empty", "3 results"), false, "a queue that is empty | 3 results"},
		{Equal(slices.Repeat([]int{1}, 20)), append(slices.Repeat([]int{1}, 19), 2), "1 at place 19 of 20 | 2"},
		{Equal(make([]byte, 40)), append(make([]byte, 39), 9), "0 at place 39 of 40 | 9"},
		{HaveLen(2), []int{1}, "2 of them | [1]"},
		{BeEmpty(), come, "none | 1"},
		{BeEmpty(), make([]int, 20), "none | [" + strings.Repeat("0, ", 16) + "and 4 more]"},
		{ContainElement(nd2.Canceled), []nd2.Status{nd2.Success}, "ND_CANCELED among them | [ND_SUCCESS]"},
		{And(Equal(1), Equal(2)), 3, "1 | 3"},
		{Or(BeEmpty(), HaveEach(nd2.Canceled)), []nd2.Status{nd2.Success}, "none or nothing but ND_CANCELED | [ND_SUCCESS]"},
		{Not(BeElementOf(nd2.Success, nd2.Canceled)), nd2.Canceled, "not one of ND_SUCCESS, ND_CANCELED | ND_CANCELED"},
		{ConsistOf(BeIdenticalTo(1), 2), []int{1}, "the same as 1, 2, in any order | [1]"},
		{ContainElement(BeZero()), []int{1}, "zero among them | [1]"},
		{ContainElements(1, 2), []int{1}, "1, 2 among them | [1]"},
		{ContainSubstring("a"), "b", `a text with "a" | "b"`},
		{HaveOccurred(), error(nil), "an error | nothing"},
		{Succeed(), errors.New("no room"), "no error | no room"},
		{MatchError("full"), errors.New("no room"), `the error "full" | no room`},
		{BeNumerically("~", 5, 1), 7, "~ 5 within 1 | 7"},
		{
			Equal(result), none,
			"{Status ND_CANCELED, BytesTransferred 0, QueuePairContext 0, RequestContext 3, RequestType Read} | nothing",
		},
	} {
		if ok, err := c.m.Match(c.actual); ok || err != nil {
			t.Errorf("%s: matches %v, %v", c.want, ok, err)
		}
		if f := findingOf(c.m, c.actual, false); f.Expected+" | "+f.Seen != c.want {
			t.Errorf("%+v, want %q", f, c.want)
		}
	}
	if f := findingOf(Equal(nd2.Success), nd2.Success, true); f.Expected != "not ND_SUCCESS" || f.Seen != "ND_SUCCESS" {
		t.Errorf("%+v", f)
	}
}
