package reports

// Printable replaces in text what a terminal would obey and what an XML document
// may not hold; see printable.
func Printable(text string) string { return printable(text) }

// Short returns text in one printable line of at most size runes.
func Short(text string, size int) string { return short(text, size) }

// Clip makes text printable and leaves out its middle if it takes more than limit
// bytes when escaped for HTML. It says what it left out.
func Clip(text string, limit int) string { return clip(text, limit) }

// Plain writes a line of text so that Markdown takes none of it for markup.
func Plain(text string) string { return plain(text) }
