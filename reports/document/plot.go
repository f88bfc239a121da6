package document

// A Plot is a stub.
type Plot struct{}
