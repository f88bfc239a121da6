package keys

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The lists: an agent's clients by their fingerprints, and a client's agents by their
// addresses.
const (
	clients = "clients"
	agents  = "agents"
)

// KnowsClient reports whether a client was paired with the directory's agent.
func KnowsClient(directory, fingerprint string) (bool, error) {
	list, err := read(directory, clients)
	_, known := list[fingerprint]
	return known, err
}

// AddClient makes a client known.
func AddClient(directory, fingerprint, name string) error {
	return add(directory, clients, fingerprint, name)
}

// Agent returns the fingerprint of the agent at an address from the pairing, or nothing.
func Agent(directory, address string) (string, error) {
	list, err := read(directory, agents)
	return list[address], err
}

// AddAgent makes an agent known.
func AddAgent(directory, address, fingerprint string) error {
	return add(directory, agents, address, fingerprint)
}

// A list has a line for each entry: its name, and its value. The last line of a name
// counts.
func read(directory, name string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(directory, name))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		key, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if !ok {
			return nil, fmt.Errorf("%s: the line %q is not of the form NAME VALUE", filepath.Join(directory, name),
				strings.TrimSpace(line))
		}
		list[key] = value
	}
	return list, nil
}

func add(directory, name, key, value string) (err error) {
	if strings.ContainsAny(key, " \r\n") || strings.ContainsAny(value, "\r\n") || key == "" || value == "" {
		return fmt.Errorf("%q can't be noted with %q", key, value)
	}
	if err := os.MkdirAll(directory, 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(directory, name), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = fmt.Fprintf(file, "%s %s\n", key, value)
	return err
}
