// Package image reads the file of a Windows DLL on any system, without loading it: its processor, its
// imports and exports, and whether it is whole.
package image

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
)

// An Image is the content of a DLL's headers and tables.
type Image struct {
	// Machine is its processor, as in debug/pe.
	Machine uint16
	// Imports are the DLLs it needs for loading; Delayed are those it loads on the first call.
	Imports, Delayed []string
	Exports          []string
	// Signed says that it carries a signature; whose, and whether it is valid, is not checked.
	Signed bool
}

// The data directories. Source: Microsoft's PE Format, Optional Header Data Directories.
const (
	exportTable      = 0
	importTable      = 1
	certificateTable = 4
	delayImportTable = 13
)

// Read reads a DLL's file. An error says what is wrong with the file, and what to do.
func Read(path string) (*Image, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, errors.New("there is no such file")
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errors.New("it is a folder: name the provider's DLL in it")
	case info.Size() == 0:
		return nil, errors.New("the file is empty: build or copy it again")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if !bytes.HasPrefix(data, []byte("MZ")) {
		return nil, fmt.Errorf("it is no DLL, since it begins with %.16q and not with %q: name the provider's DLL",
			data[:min(16, len(data))], "MZ")
	}
	f, err := pe.NewFile(bytes.NewReader(data))
	if err != nil {
		return nil, damaged("%v", err)
	}
	return read(&file{f, data})
}

func damaged(format string, args ...any) error {
	return fmt.Errorf("the file is damaged (%s): build or copy it again", fmt.Sprintf(format, args...))
}

// A file is a DLL's file with its headers read.
type file struct {
	*pe.File
	data []byte
}

func read(f *file) (*Image, error) {
	if f.Characteristics&pe.IMAGE_FILE_DLL == 0 {
		return nil, errors.New("it is a program and no DLL: name the provider's DLL")
	}
	for _, s := range f.Sections {
		if end := int64(s.Offset) + int64(s.Size); end > int64(len(f.data)) {
			return nil, damaged("section %s ends at byte %d, and the file has %d", s.Name, end, len(f.data))
		}
	}
	return &Image{
		Machine: f.Machine,
		Imports: f.libraries(importTable, 20, 12),
		Delayed: f.libraries(delayImportTable, 32, 4),
		Exports: f.exports(),
		Signed:  f.directory(certificateTable).Size > 0,
	}, nil
}

func (f *file) directory(n int) pe.DataDirectory {
	switch h := f.OptionalHeader.(type) {
	case *pe.OptionalHeader64:
		return h.DataDirectory[n]
	case *pe.OptionalHeader32:
		return h.DataDirectory[n]
	}
	return pe.DataDirectory{}
}

// at returns what is loaded at an address relative to the image, up to the end of its section.
func (f *file) at(address uint32) []byte {
	for _, s := range f.Sections {
		if from := address - s.VirtualAddress; address >= s.VirtualAddress && from < s.Size {
			return f.data[s.Offset+from : s.Offset+s.Size]
		}
	}
	return nil
}

func (f *file) text(address uint32) string {
	text, _, _ := bytes.Cut(f.at(address), []byte{0})
	return string(text)
}

// libraries lists the names in a table of descriptors of size bytes, each with its name's address at
// name.
func (f *file) libraries(directory, size, name int) (list []string) {
	for rest := f.at(f.directory(directory).VirtualAddress); len(rest) >= size; rest = rest[size:] {
		address := binary.LittleEndian.Uint32(rest[name:])
		if address == 0 {
			break
		}
		if library := f.text(address); library != "" {
			list = append(list, library)
		}
	}
	return list
}

// exports lists the names in IMAGE_EXPORT_DIRECTORY.
func (f *file) exports() (list []string) {
	table := f.at(f.directory(exportTable).VirtualAddress)
	if f.directory(exportTable).VirtualAddress == 0 || len(table) < 40 {
		return nil
	}
	names := f.at(binary.LittleEndian.Uint32(table[32:]))
	for range min(int(binary.LittleEndian.Uint32(table[24:])), len(names)/4) {
		list = append(list, f.text(binary.LittleEndian.Uint32(names)))
		names = names[4:]
	}
	return list
}

// processors are the names of machines.
var processors = map[uint16]string{
	pe.IMAGE_FILE_MACHINE_I386:  "32-bit x86",
	pe.IMAGE_FILE_MACHINE_AMD64: "x64",
	pe.IMAGE_FILE_MACHINE_ARM64: "ARM64",
	pe.IMAGE_FILE_MACHINE_ARMNT: "32-bit ARM",
}

// Processor names the processor that the DLL is for.
func (i *Image) Processor() string { return processor(i.Machine) }

func processor(machine uint16) string {
	if name := processors[machine]; name != "" {
		return name
	}
	return fmt.Sprintf("the processor %#x", machine)
}

// RunsOn returns an error if the DLL is for another processor than arch, in Go's terms.
func (i *Image) RunsOn(arch string) error {
	want := map[string]uint16{
		"amd64": pe.IMAGE_FILE_MACHINE_AMD64, "arm64": pe.IMAGE_FILE_MACHINE_ARM64, "386": pe.IMAGE_FILE_MACHINE_I386,
	}[arch]
	if i.Machine == want {
		return nil
	}
	return fmt.Errorf("it is for %s, and this program for %s: build the DLL for %[2]s", i.Processor(), processor(want))
}

// Missing lists the names that exists does not find. It ignores names that begin with api- or ext-:
// these are Windows' own, and no files.
func Missing(names []string, exists func(name string) bool) (list []string) {
	for _, name := range names {
		lower := strings.ToLower(name)
		if !strings.HasPrefix(lower, "api-") && !strings.HasPrefix(lower, "ext-") && !exists(name) {
			list = append(list, name)
		}
	}
	return list
}
