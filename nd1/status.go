package nd1

import "github.com/ndconform/ndconform/nd2"

// Names that v1 has for statuses of v2. Source: ndspi.h, "Map version 1 error
// values to version 2".
const (
	LocalLength       = nd2.DataOverrun
	InvalidationError = nd2.InvalidDeviceRequest
)
