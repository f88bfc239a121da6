package fake

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/onsi/ginkgo/v2"

	"github.com/ndconform/ndconform/finding"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/spec"
	"github.com/ndconform/ndconform/spec/expect"
)

// SignalAddress names the environment variable with the address that a waiting spec
// connects to; by that a test knows how far the spec has come.
const SignalAddress = "NDCONFORM_FAKE_SIGNAL"

// CountFile names the environment variable with the path of the file in which the
// spec that fails the third time counts.
const CountFile = "NDCONFORM_FAKE_COUNT"

// moment is how long a spec takes that others' threads crash in.
const moment = 100 * time.Millisecond

func note(kind spec.NoteKind, text string) {
	spec.Leave(spec.Note{Kind: kind, Text: text})
}

// soon is the time limit of the specs that are meant to exceed theirs. It is short,
// since tests have to wait for it; the other limits are long, since on a loaded
// machine no spec may exceed them by accident.
const soon = ginkgo.SpecTimeout(250 * time.Millisecond)

func it(name string, body func(ctx context.Context), more ...any) {
	ginkgo.It(name, spec.Covers("fake."+name), more, func(ctx ginkgo.SpecContext) { body(ctx) })
}

var _ = ginkgo.Describe("fake", func() {
	it("pass", func(context.Context) { note(spec.NoteInfo, "seen") })
	it("pass", func(context.Context) {}, spec.Variant("again"))
	it("warn", func(context.Context) { note(spec.NoteWarn, "accepted, not preferred") })
	it("well-known", func(context.Context) {
		expect.Expect(nd2.Unsuccessful).To(spec.ReturnAsRuled("provider.openadapter.nd-invalid-parameter"))
	})
	it("fail", func(context.Context) { expect.Expect(1).To(expect.Equal(2)) })
	it("unsupported", func(context.Context) {
		note(spec.NoteUnsupported, "the feature is not claimed")
		ginkgo.Skip("unsupported")
	})
	it("unobservable", func(context.Context) {
		note(spec.NoteUnobservable, "the fault can't be injected")
		ginkgo.Skip("unobservable")
	})
	it("short", shortTheSecondTime)
	it("short", shortTheSecondTime, spec.Variant("again"))
	it("always-short", func(context.Context) { short() })
	it("uncoded", func(context.Context) { ginkgo.Skip("because") })
	it("third-time", func(context.Context) {
		path := os.Getenv(CountFile)
		text, _ := os.ReadFile(path)
		expect.Expect(os.WriteFile(path, append(text, 'x'), 0o666)).To(expect.Succeed())
		expect.Expect(len(text)).To(expect.BeNumerically("<", 2))
	})
	it("panic", func(context.Context) { panic("boom") })
	it("garbage", func(ctx context.Context) { spec.Local(ctx) })
	it("late", func(ctx context.Context) {
		<-ctx.Done()
		ginkgo.Fail("the request never completed")
	}, soon)
	it("hang", func(context.Context) { select {} }, soon)
	it("limitless", func(context.Context) { select {} })
	it("stuck-cleanup", func(context.Context) { ginkgo.DeferCleanup(func() { select {} }) }, soon)
	it("exit", func(context.Context) { os.Exit(7) })
	it("crash", func(context.Context) {
		go func() { panic("in the background") }()
		select {}
	})
	it("crash-later", func(context.Context) {
		time.AfterFunc(moment/2, func() { panic("a thread of an earlier spec's") })
	})
	it("crash-together", crashTheSecondTime)
	it("crash-together", crashTheSecondTime, spec.Variant("again"))
	it("momentary", func(context.Context) { <-time.NewTimer(moment).C })
	it("momentary", func(context.Context) { <-time.NewTimer(moment).C }, spec.Variant("again"))
	it("flood", func(ctx context.Context) {
		line := strings.Repeat("x", 1<<16)
		for ctx.Err() == nil {
			fmt.Println(line)
		}
	}, ginkgo.SpecTimeout(1<<40))
	it("chatter", func(context.Context) {
		fmt.Print("\x1e{\"kind\":")
		os.Stderr.WriteString("panic: not really\n")
	})
	it("wait", func(ctx context.Context) {
		signal()
		<-ctx.Done()
		ginkgo.Fail("told to end")
	}, ginkgo.SpecTimeout(1<<40))
	it("stubborn", func(ctx context.Context) {
		signal()
		<-ctx.Done()
		signal()
		select {}
	})
})

// ran counts the specs that crash when they are the second one in a process.
var ran int

// shorts counts how often a spec of this process asked for what is there once.
var shorts int

func shortTheSecondTime(context.Context) {
	shorts++
	if shorts > 1 {
		short()
	}
}

// short ends the spec as excused for a lack of resources.
func short() {
	note(spec.NoteUnobservable, "IND2Adapter::CreateQueuePair returned ND_INSUFFICIENT_RESOURCES, "+finding.Excused)
	ginkgo.Skip("unobservable")
}

func crashTheSecondTime(context.Context) {
	ran++
	if ran == 2 {
		go func() { panic("two in one process") }()
		select {}
	}
}

func signal() {
	conn, err := net.Dial("tcp", os.Getenv(SignalAddress))
	expect.Expect(err).NotTo(expect.HaveOccurred())
	conn.Close()
}
