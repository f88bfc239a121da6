package waivers

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/ndconform/ndconform/internal/pattern"
)

// keys are the keys of a waiver in a file; all but version are required.
var keys = []string{"id", "provider", "version", "reason", "link", "expires"}

// most is more than any file of waivers has, in bytes.
const most = 16 << 20

// Read reads a waiver file: YAML with one key, waivers, and below it a list. An error
// names the file and the line. The digest covers what was read.
func Read(file string) (list []Waiver, digest string, err error) {
	from, err := os.Open(file)
	if err != nil {
		return nil, "", err
	}
	defer from.Close()
	text, err := io.ReadAll(io.LimitReader(from, most+1))
	if err != nil {
		return nil, "", err
	}
	if len(text) > most {
		return nil, "", fmt.Errorf("%s has more than %d MiB, which no file of waivers has", file, most>>20)
	}
	list, err = parseText(file, text)
	return list, fmt.Sprintf("%x", sha256.Sum256(text)), err
}

// parseText parses what a file holds.
func parseText(file string, text []byte) ([]Waiver, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("%s: %s", file, strings.TrimPrefix(err.Error(), "yaml: "))
	}
	list, err := parse(&document)
	if at := (*lineError)(nil); errors.As(err, &at) {
		return nil, fmt.Errorf("%s:%d: %w", file, at.line, at.err)
	}
	return list, err
}

type lineError struct {
	line int
	err  error
}

func (e *lineError) Error() string { return e.err.Error() }

func wrong(n *yaml.Node, format string, args ...any) error {
	return &lineError{max(1, n.Line), fmt.Errorf(format, args...)}
}

func parse(document *yaml.Node) ([]Waiver, error) {
	if document.Kind != yaml.DocumentNode {
		return nil, wrong(document, "an empty file; it must have the key waivers with a list below it")
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode || len(root.Content) != 2 || root.Content[0].Value != "waivers" {
		return nil, wrong(root, "a waiver file must have one key, waivers, with a list below it")
	}
	items := root.Content[1]
	if items.Kind != yaml.SequenceNode {
		return nil, wrong(items, "waivers is not a list")
	}
	var list []Waiver
	for _, item := range items.Content {
		w, err := parseWaiver(item)
		if err != nil {
			return nil, err
		}
		list = append(list, w)
	}
	return list, nil
}

func parseWaiver(item *yaml.Node) (Waiver, error) {
	if item.Kind != yaml.MappingNode {
		return Waiver{}, wrong(item, "a waiver has the keys %s", strings.Join(keys, ", "))
	}
	values := map[string]string{}
	for i := 0; i < len(item.Content); i += 2 {
		key, value := item.Content[i], item.Content[i+1]
		switch _, twice := values[key.Value]; {
		case !slices.Contains(keys, key.Value):
			return Waiver{}, wrong(key, "unknown key %q; known keys: %s", key.Value, strings.Join(keys, ", "))
		case twice:
			return Waiver{}, wrong(key, "key %s is given twice", key.Value)
		case value.Kind != yaml.ScalarNode || strings.TrimSpace(value.Value) == "":
			return Waiver{}, wrong(value, "%s is no text", key.Value)
		}
		if err := check(key.Value, value.Value); err != nil {
			return Waiver{}, wrong(value, "%s: %w", key.Value, err)
		}
		values[key.Value] = value.Value
	}
	for _, key := range keys {
		if values[key] == "" && key != "version" {
			return Waiver{}, wrong(item, "a waiver without %s", key)
		}
	}
	return Waiver{
		ID: values["id"], Provider: values["provider"], Version: values["version"],
		Reason: values["reason"], Link: values["link"], Expires: values["expires"],
		Line: item.Line,
	}, nil
}

func check(key, value string) error {
	switch key {
	case "id", "version":
		return pattern.Check(value)
	case "link":
		if u, err := url.Parse(value); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return fmt.Errorf("%q is not an http or https address", value)
		}
	case "expires":
		if _, err := time.Parse(time.DateOnly, value); err != nil {
			return fmt.Errorf("%q is not a day of the form 2026-12-31", value)
		}
	}
	return nil
}
