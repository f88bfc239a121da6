package certificates

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/certificate"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
)

// A bundleSearch finds the bundles in folders.
type bundleSearch struct {
	// skip are folders that are something else: keys, and the site that is written.
	skip []string
	// seen are the folders that were looked into.
	seen  map[string]bool
	found []bundleDir
	// others are the files beside bundles.
	others []string
}

// searchDepth is how many folders below a named folder a bundle may lie.
const searchDepth = 2

const linkedFolder = "it is a symbolic link to a folder, which is not followed; name the folder itself"

// add adds the folder at path if it is a bundle, or else the bundles in it. A folder that holds
// neither is listed all the same, so that no certificate is lost without a word.
func (s *bundleSearch) add(path string, depth int) {
	if slices.ContainsFunc(s.skip, func(other string) bool { return usage.SamePath(path, other) }) && depth > 0 {
		return
	}
	if whole, err := filepath.Abs(path); err == nil {
		if s.seen[whole] {
			return
		}
		s.seen[whole] = true
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		s.found = append(s.found, bundleDir{path, err.Error()})
		return
	}
	isPart := func(e fs.DirEntry) bool { return certificate.IsBundleFile(e.Name()) }
	if slices.ContainsFunc(entries, isPart) || depth == searchDepth {
		s.found = append(s.found, bundleDir{path: path})
		return
	}
	before, inside := len(s.found), 0
	for _, e := range entries {
		child := filepath.Join(path, e.Name())
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.IsDir():
			inside++
			s.add(child, depth+1)
		case isLinkedFolder(e, child):
			s.found = append(s.found, bundleDir{child, linkedFolder})
		}
	}
	if inside == 0 && len(s.found) == before {
		s.found = append(s.found, bundleDir{path: path})
		return
	}
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && !isLinkedFolder(e, filepath.Join(path, e.Name())) {
			s.others = append(s.others, filepath.Join(path, e.Name()))
		}
	}
}

func isLinkedFolder(e fs.DirEntry, path string) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return false
	}
	info, err := os.Stat(path)
	return err != nil || info.IsDir()
}
