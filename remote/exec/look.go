package exec

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"time"

	"github.com/ndconform/ndconform/providers"
)

// A seen is a look at the host.
type seen struct {
	// program is the file that the host executes, and begun identifies this execution.
	program os.FileInfo
	name    string
	begun   string
	code    []providers.CodeFile
}

// look looks at what the host executes and has mapped. It fails if the host executes another program than was
// digested, or if another program holds the connection.
func (p *process) look() error {
	p.looking.Lock()
	defer p.looking.Unlock()
	p.known, p.size = map[any]known{}, 0
	now, err := p.see()
	if errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	if err = errors.Join(err, p.tooMuch); err != nil {
		return fmt.Errorf("looking at %s: %w", p.name(), err)
	}
	if err := p.add(now); err != nil {
		return err
	}
	if err := p.checkHolders(now.program); err != nil {
		return fmt.Errorf("looking at %s: %w", p.name(), err)
	}
	return nil
}

// glanceMost is the longest time between two glances.
const glanceMost = 500 * time.Millisecond

// glance notes what the host has mapped and started, at times that it can't know, until it ends. It kills a host that
// executes another program.
func (p *process) glance() {
	for {
		select {
		case <-time.After(rand.N(glanceMost)):
		case <-p.ended:
			return
		}
		if err := p.notice(); err != nil {
			p.kill(err)
		}
	}
}

// notice is a glance. What can't be seen is no error: the host may have just ended.
func (p *process) notice() error {
	p.looking.Lock()
	defer p.looking.Unlock()
	if now, err := p.see(); err == nil {
		return p.add(now)
	}
	return nil
}

// add notes what was seen. It fails if the host executes another program than was digested. The caller holds the lock.
func (p *process) add(now seen) error {
	if !p.program.Is(now.program) {
		return fmt.Errorf("%s has become another program: %s", p.name(), now.name)
	}
	if p.begun != "" && p.begun != now.begun {
		return fmt.Errorf("%s has executed itself again", p.name())
	}
	p.begun = now.begun
	for _, file := range now.code {
		if !slices.Contains(p.code, file) {
			p.code = append(p.code, file)
		}
	}
	return nil
}

// codeSeen lists the files of code that were seen until now.
func (p *process) codeSeen() []providers.CodeFile {
	p.looking.Lock()
	defer p.looking.Unlock()
	return slices.Clone(p.code)
}

// known is what is known of a mapping since the last look. is is false for the host's program.
type known struct {
	file providers.CodeFile
	is   bool
}

// mostFiles and mostBytes bound the code that is digested at a look.
const mostFiles, mostBytes = 4096, 4 << 30

var errTooMuch = fmt.Errorf("it has more code than %d files or %d GiB", mostFiles, mostBytes>>30)

// once describes a mapping that is not known, and adds it to a list.
func (p *process) once(key any, list *[]providers.CodeFile, describe func() (providers.CodeFile, bool)) {
	k, ok := p.known[key]
	if !ok && len(p.known) < mostFiles {
		k.file, k.is = describe()
		p.known[key] = k
	} else if !ok {
		p.tooMuch = errTooMuch
	}
	if k.is {
		*list = append(*list, k.file)
	}
}

// digestOf returns the digest of an open file, in hex, or nothing if it can't be read or is too large.
func (p *process) digestOf(file *os.File) string {
	info, err := file.Stat()
	if err != nil {
		return ""
	}
	if p.size += info.Size(); p.size > mostBytes {
		p.tooMuch = errTooMuch
		return ""
	}
	return digestOf(io.LimitReader(file, info.Size()))
}

// memoryAlone is the path of code in memory that is no file's.
const memoryAlone = "memory without a file"

// digestOf returns an open file's digest, in hex, or nothing if it can't be read.
func digestOf(file io.Reader) string {
	digest := sha256.New()
	if _, err := io.Copy(digest, file); err != nil {
		return ""
	}
	return hex.EncodeToString(digest.Sum(nil))
}
