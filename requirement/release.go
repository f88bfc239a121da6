package requirement

import "slices"

// releases are those of the catalogue, the oldest first. The last one is the release
// that these rules are for: the one being prepared, until it is published. A new rule
// names it in Since.
var releases = []string{"0.1.0"}

// Release is the release that the catalogue is for.
func Release() string { return releases[len(releases)-1] }

// Introduced returns the release that first had the rule.
func (e Entry) Introduced() string {
	if e.Since == "" {
		return releases[0]
	}
	return e.Since
}

// provisional reports whether a MUST of a release is provisional in the last one of
// releases: it is new in that, and there was one before, which has certified providers.
func provisional(since string, releases []string) bool {
	return slices.Index(releases, since) == len(releases)-1 && len(releases) > 1
}

// Binds reports whether breaking the rule is a failure. In a strict run provisional
// rules bind as well.
func (e Entry) Binds(strict bool) bool {
	return e.Level == Must && (strict || !e.Provisional)
}
