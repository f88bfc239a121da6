// Package com holds the specs of what only a DLL can get wrong, one file for each thing
// that it is: a library, objects, and a guest in a process.
package com
