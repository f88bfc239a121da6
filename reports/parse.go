package reports

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/ndconform/ndconform/requirement"
)

// Parse reads what [JSON] wrote, by this version or another one: members that this
// version does not know are left out. A report that names a member or a spec twice,
// or that has an unknown verdict, is refused, since it means different things to
// different readers.
func Parse(text []byte) (*Run, error) {
	if err := UniqueKeys(text); err != nil {
		return nil, err
	}
	run := &Run{}
	if err := json.Unmarshal(text, run); err != nil {
		return nil, err
	}
	if run.Provider == "" || run.Specs == nil {
		return nil, errors.New("not a report: it lacks a provider or specs")
	}
	seen := map[string]bool{}
	for i, s := range run.Specs {
		switch {
		case s.ID == "":
			return nil, fmt.Errorf("spec %d has no id", i+1)
		case seen[s.ID]:
			return nil, fmt.Errorf("spec %s is there twice", s.ID)
		case !slices.Contains(Verdicts(), s.Verdict):
			return nil, fmt.Errorf("spec %s: unknown verdict %q", s.ID, s.Verdict)
		case s.Seconds < 0:
			return nil, fmt.Errorf("spec %s took %v seconds", s.ID, s.Seconds)
		}
		seen[s.ID] = true
	}
	return run, nil
}

// UniqueKeys checks that text is one JSON value in which no object has a key twice.
// Keys that differ only in case are the same to package json.
func UniqueKeys(text []byte) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if err := uniqueValue(d, 0); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON object")
	}
	return nil
}

// deepest is how deep a value may be nested: as deep as package json reads.
const deepest = 10_000

func uniqueValue(d *json.Decoder, depth int) error {
	if depth > deepest {
		return errors.New("it is nested too deep")
	}
	t, err := d.Token()
	if err != nil {
		return err
	}
	open, compound := t.(json.Delim)
	if !compound {
		return nil
	}
	keys := map[string]bool{}
	for d.More() {
		if open == '{' {
			if err := uniqueKey(d, keys); err != nil {
				return err
			}
		}
		if err := uniqueValue(d, depth+1); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func uniqueKey(d *json.Decoder, keys map[string]bool) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	key := strings.ToLower(strings.ToUpper(t.(string))) // a key is always a string; the long s is an s to package json
	if keys[key] {
		return fmt.Errorf("the key %q is there twice", key)
	}
	keys[key] = true
	return nil
}

// JSON writes run, and where it stands in the profiles of the catalogue, as one indented
// JSON object.
func JSON(run *Run, catalogue []requirement.Entry) ([]byte, error) {
	complete := *run
	if complete.Specs == nil {
		complete.Specs = []Spec{}
	}
	if complete.Requirements == nil {
		complete.Requirements = []Requirement{}
	}
	complete.Causes, complete.Differences = CausesOf(run), DifferencesOf(run)
	if run.JudgesProfiles() {
		complete.Standings = Profiles(run, catalogue)
	}
	text, err := json.MarshalIndent(&complete, "", "  ")
	return append(text, '\n'), err
}
