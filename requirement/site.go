package requirement

import "cmp"

// Site is where the catalogue is published as pages; "ndconform requirements
// --format=html" writes them.
const Site = "https://ndconform.github.io/ndconform/"

// SitePage names the page of the site that has the entry: one per method, and one for
// the rules of an interface as a whole. The entry's id is its anchor there.
func (e Entry) SitePage() string {
	return e.Interface + "." + cmp.Or(e.Method, "interface") + ".html"
}

// SiteURL is where the site has the entry.
func (e Entry) SiteURL() string { return Site + e.SitePage() + "#" + e.ID }
