// Package com holds the specs of what only a DLL can get wrong, one file for each thing
// that it is: a library, objects, a guest in a process with its files and handles, and an
// entry in the catalogue of Winsock.
package com
