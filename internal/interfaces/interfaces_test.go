package interfaces_test

import (
	"slices"
	"testing"

	"github.com/ndconform/ndconform/internal/interfaces"
)

const module = "github.com/ndconform/ndconform/"

func TestLoad(t *testing.T) {
	all, err := interfaces.Load(module+"nd2", module+"nd1", module+"ndk")
	if err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(all, func(i interfaces.Interface) bool {
		return i.Package == "nd1" && i.Name == "CompletionQueue"
	})
	if at < 0 {
		t.Fatal("nd1.CompletionQueue is missing")
	}
	queue := all[at]
	if !slices.Equal(queue.Embedded, []string{"nd1.Overlapping"}) {
		t.Errorf("nd1.CompletionQueue embeds %v", queue.Embedded)
	}
	notify := queue.Methods[slices.IndexFunc(queue.Methods, func(m interfaces.Method) bool { return m.Name == "Notify" })]
	var written []string
	for _, p := range notify.Parameters {
		written = append(written, p.Name+" "+interfaces.Written(p.Type))
	}
	want := []string{"kind nd2.NotifyType", "o *nd2.Overlapped"}
	if got := interfaces.Written(notify.Result); !slices.Equal(written, want) || got != "nd2.Status" {
		t.Errorf("Notify is (%v) %s, want (%v) nd2.Status", written, got, want)
	}
}
