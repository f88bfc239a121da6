package compare

// Verdict says in one line what came of it.
func (c *Comparison) Verdict() string { return "" }

// Text writes a comparison for a reader at a terminal.
func Text(c *Comparison) []byte { return nil }

// Markdown writes a comparison as a part of a job summary.
func Markdown(c *Comparison) []byte { return nil }

// HTML writes a comparison as one self-contained page.
func HTML(c *Comparison) ([]byte, error) { return nil, nil }
