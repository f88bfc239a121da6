// Package object has what the objects of providers in Go have in common: references and interfaces, and what is
// checked or copied before hardware is asked.
package object
