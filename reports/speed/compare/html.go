package compare

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) { return nil, nil }
