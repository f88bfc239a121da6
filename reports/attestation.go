package reports

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// An Attestation says whose program judged a provider.
type Attestation string

// The attestations.
const (
	// Independent: a release of the suite judged, and the provider ran in another process.
	Independent Attestation = "independent"
	// SelfAttested: the provider's code, or the suite's, was the signer's own to arrange.
	SelfAttested Attestation = "self-attested"
)

// Attested returns whose program judged in a run of a provider and a peer, which are selectors, and
// what makes it so.
func Attested(e Environment, provider, peer string) (Attestation, string) {
	name, _, _ := strings.Cut(provider, ",")
	switch by, _, _ := strings.Cut(peer, ","); {
	case e.HeldToBaseline():
		return SelfAttested, "the run was held to a baseline, and not to the suite alone"
	case name == "remote":
		return SelfAttested, "the provider was on another machine, which tells no digest of its file"
	case name != "exec" && e.ProviderSHA256 != "":
		return SelfAttested, "the provider was loaded into the process that judged it; --provider=exec keeps it apart"
	case name != "exec":
		return SelfAttested, "the provider was part of the program that judged it; --provider=exec keeps it apart"
	case e.ProviderSHA256 == "":
		return SelfAttested, "no file of the provider's was noted by its digest; --provider=exec,path=PROGRAM has one"
	case by != "" && by != "exec" && by != "remote" && by != "ref":
		return SelfAttested, "the peer was in the process that judged; --peer=exec keeps it apart"
	case slices.ContainsFunc(e.Code, isExecuted):
		i := slices.IndexFunc(e.Code, isExecuted)
		return SelfAttested, "the provider's process has started another program, which may be the provider: " +
			e.Code[i].String()
	case !isRelease(e):
		build := e.Release()
		return SelfAttested, fmt.Sprintf("the program that judged is no release: %s", cmp.Or(build, "it names no version"))
	}
	whose := "the provider"
	if e.ProviderSHA256 == e.Binary {
		whose = "its own provider"
	}
	return Independent, "release " + e.Version + " judged, with " + whose + " in a process of its own"
}

func isExecuted(f CodeFile) bool { return f.Executed }

var (
	releases = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$`)
	// pseudo is how Go names a commit between releases.
	pseudo = regexp.MustCompile(`[-.][0-9]{14}-[0-9a-f]{12}$`)
)

// isRelease reports whether a build says of itself that it is a release.
func isRelease(e Environment) bool {
	return !e.Modified && releases.MatchString(e.Version) && !pseudo.MatchString(e.Version)
}
