// Package shrink finds the smallest program that still shows what a program has shown: by
// delta debugging of its steps, by making its configuration smaller, and, if it is still long,
// by random changes. Every part of a program is a program, so no closure of dependencies is needed: steps that are not
// applicable any more are left out when the program is carried out.
package shrink
