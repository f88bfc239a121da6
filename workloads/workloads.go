// Package workloads has recordings of real programs, which the command replay plays on any provider. README.md says
// where each is from.
package workloads

import (
	"embed"
	"io"
	"io/fs"
	"path"
)

// files are recordings of `ndconform watch --record`, compressed by gzip: a folder for each workload, with a file for
// each process of its program. Those are in the order in which the processes began to listen, the ones that connect
// first.
//
//go:embed */*.jsonl.gz
var files embed.FS

// Names are the workloads, sorted.
func Names() (names []string) {
	folders, _ := files.ReadDir(".") // it is embedded
	for _, f := range folders {
		names = append(names, f.Name())
	}
	return names
}

// A File is a compressed recording.
type File interface {
	io.ReadSeeker
	io.Closer
}

// Open opens the recordings of a workload. The error says that there is none of that name.
func Open(name string) (list []File, err error) {
	found, err := files.ReadDir(name)
	for _, f := range found {
		file, err := files.Open(path.Join(name, f.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, file.(File)) // as the page of embed.FS says
	}
	if len(list) == 0 && err == nil {
		err = fs.ErrNotExist
	}
	return list, err
}
