package spec

import (
	"context"

	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/providers"
	"github.com/ndconform/ndconform/spec/internal/trace"
)

// COM returns what the provider under test shows of its DLL.
func COM(ctx context.Context) providers.COM {
	com, ok := targetOf(ctx).local.instance.(providers.COM)
	if !ok {
		Impossible("the provider is no DLL; the entry must list the need com")
	}
	return com
}

// Behind returns an object of the provider's as its DLL has it.
func Behind(ctx context.Context, object nd2.Unknown) providers.COMObject {
	return COM(ctx).Behind(trace.Unwrap(object))
}
