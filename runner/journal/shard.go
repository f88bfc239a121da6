package journal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// A Shard is part Index of Count of a plan, counted from 1: every Count-th spec.
// The zero Shard is the whole plan.
type Shard struct {
	Index int `json:"index"`
	Count int `json:"count"`
}

// mostShards is more than any suite has specs. What names the shards that are missing from
// a merge goes through them one by one.
const mostShards = 1 << 16

// ParseShard reads "i/n".
func ParseShard(text string) (Shard, error) {
	left, right, ok := strings.Cut(text, "/")
	i, err := strconv.Atoi(left)
	n, err2 := strconv.Atoi(right)
	s := Shard{i, n}
	if n > mostShards || errors.Is(err2, strconv.ErrRange) {
		return Shard{}, fmt.Errorf("%q has too many shards: there may be at most %d", text, mostShards)
	}
	if !ok || err != nil || err2 != nil || s.whole() || s.check() != nil {
		return Shard{}, fmt.Errorf("%q is not of the form i/n with 1 ≤ i ≤ n, as in 2/3", text)
	}
	return s, nil
}

func (s Shard) String() string {
	if s.whole() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

func (s Shard) whole() bool { return s == Shard{} }

func (s Shard) check() error {
	if !s.whole() && (s.Index < 1 || s.Count < s.Index) {
		return fmt.Errorf("there is no shard %d of %d", s.Index, s.Count)
	}
	if s.Count > mostShards {
		return fmt.Errorf("there are %d shards, and there may be at most %d", s.Count, mostShards)
	}
	return nil
}

// Of returns the shard's part of a plan.
func (s Shard) Of(plan []Spec) []Spec { return PartOf(s, plan) }

// PartOf returns a shard's part of any list: every Count-th element. The zero Shard's
// part is the list itself.
func PartOf[T any](s Shard, list []T) (part []T) {
	if s.whole() {
		return list
	}
	for i := s.Index - 1; i < len(list); i += s.Count {
		part = append(part, list[i])
	}
	return part
}
