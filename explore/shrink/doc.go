// Package shrink finds the smallest program that still shows what a program has shown: by
// delta debugging of its steps, and then by making its configuration smaller. Every part of
// a program is a program, so that no closure of dependencies is needed: what isn't
// applicable any more is left out when it is carried out.
package shrink
