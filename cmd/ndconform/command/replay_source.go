package command

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"

	"github.com/ndconform/ndconform/calls/recorded"
	"github.com/ndconform/ndconform/cmd/ndconform/exit"
	"github.com/ndconform/ndconform/cmd/ndconform/usage"
	"github.com/ndconform/ndconform/replay"
	"github.com/ndconform/ndconform/watch/session"
	"github.com/ndconform/ndconform/workloads"
)

// A source is what is replayed at once: a text, or the recordings of one program.
type source struct {
	name   string
	text   bool // and no recording
	tracks []replay.Track
	length int // in lines
	files  []readSeekCloser
}

func (s *source) close() { closeAll(s.files) }

// sourceOf reads a text, or looks at a recording of the command watch and at others of the same program.
func sourceOf(ctx context.Context, name string, with []string) (*source, error) {
	names := append([]string{name}, with...)
	var files []readSeekCloser
	for _, name := range names {
		file, err := openReplayed(name)
		if err != nil {
			closeAll(files)
			return nil, exit.UsageError("%v", err)
		}
		files = append(files, file)
	}
	return sourceIn(ctx, names, files)
}

// workload looks at one of the recordings that the binary has.
func workload(ctx context.Context, name string) (*source, error) {
	list, err := workloads.Open(name)
	if err != nil {
		return nil, usage.Choice("workload", name, workloads.Names())
	}
	var files []readSeekCloser
	var names []string
	for _, f := range list {
		file, err := unzipped(f)
		if err != nil {
			return nil, exit.HarnessError("%s: %v", name, err)
		}
		files, names = append(files, file), append(names, name)
	}
	return sourceIn(ctx, names, files)
}

// sourceIn reads the files of a source, which it closes after an error.
func sourceIn(ctx context.Context, names []string, files []readSeekCloser) (s *source, err error) {
	s = &source{name: names[0], files: files}
	var recordings []*session.Recording
	for i, file := range files {
		from, err := s.read(file, i)
		if err != nil {
			closeAll(files)
			return nil, exit.UsageError("%s: %v", names[i], err)
		}
		if from != nil {
			recordings = append(recordings, from)
		}
	}
	switch {
	case s.text && len(files) > 1:
		err = errors.New("it is a text, and --with is for recordings")
	case !s.text:
		s.tracks, s.length, err = tracksOf(ctx, recordings)
	}
	if err == nil && s.length == 0 {
		err = errors.New("there is no call in it")
	}
	if err != nil {
		closeAll(files)
		return nil, exit.UsageError("%s: %v", s.name, err)
	}
	return s, nil
}

func closeAll(files []readSeekCloser) {
	for _, f := range files {
		f.Close()
	}
}

// read reads a text, or opens a recording.
func (s *source) read(file io.ReadSeeker, number int) (*session.Recording, error) {
	first := make([]byte, 1)
	n, _ := file.Read(first)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	if n > 0 && first[0] == '{' {
		return session.OpenRecording(file)
	}
	if number > 0 {
		return nil, errors.New("it is no recording")
	}
	track, length, err := replay.Written(file)
	s.text, s.length, s.tracks = true, length, []replay.Track{track}
	return nil, err
}

// tracksOf looks at the recordings of one program, and returns their tracks and how many lines they have.
func tracksOf(ctx context.Context, from []*session.Recording) (tracks []replay.Track, length int, err error) {
	known := make([][]*recorded.Recorder, len(from))
	before := make([]int, len(from))
	for i, r := range from {
		usage := &replay.Usage{Peer: i > 0}
		if i > 0 {
			before[i] = before[i-1] + len(known[i-1])
		}
		known[i], err = r.Lines(ctx, session.Reading{Before: before[i], Keep: len(from) > 1}, usage.Look)
		if err != nil {
			return nil, 0, err
		}
		if len(known[i]) > 0 {
			usage.Listeners = known[i][0].Listeners()
		}
		length += usage.Lines
		tracks = append(tracks, replay.Track{Usage: usage, Sizes: usage.Sizes})
	}
	for i, r := range from {
		how := session.Reading{Before: before[i]}
		for j, others := range known {
			if j != i {
				how.Others = append(how.Others, others...)
			}
		}
		tracks[i].Each = func(ctx context.Context, f func(recorded.Line)) error {
			_, err := r.Lines(ctx, how, f)
			return err
		}
	}
	return tracks, length, nil
}

// openReplayed opens a file, which may be compressed by gzip.
func openReplayed(name string) (readSeekCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return unzipped(file)
}

type readSeekCloser interface {
	io.ReadSeeker
	io.Closer
}

// unzipped is what is in a file, which may be compressed by gzip.
func unzipped(file readSeekCloser) (readSeekCloser, error) {
	magic := make([]byte, 2)
	n, _ := io.ReadFull(file, magic)
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	if n < len(magic) || magic[0] != 0x1f || magic[1] != 0x8b {
		return file, nil
	}
	inner, err := gzip.NewReader(file)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &zipped{inner, file}, nil
}

// A zipped is what is in a compressed file. It seeks to its beginning only.
type zipped struct {
	*gzip.Reader
	file readSeekCloser
}

// Seek implements [io.Seeker].
func (z *zipped) Seek(offset int64, whence int) (int64, error) {
	if offset != 0 || whence == io.SeekCurrent {
		return 0, errors.New("a compressed file is read from its beginning")
	}
	if whence == io.SeekEnd { // only whether there is something counts
		return io.Copy(io.Discard, z)
	}
	if _, err := z.file.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	return 0, z.Reset(z.file)
}

// Close closes the file.
func (z *zipped) Close() error { return z.file.Close() }
