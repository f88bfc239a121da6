// Package requirement is the catalogue: what Microsoft's documents demand of an
// ND2 provider, one [Entry] a rule, as data. Specs claim entries by id; reports,
// profiles and the coverage matrix are read off them.
package requirement
