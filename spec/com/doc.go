// Package com holds the specs of what only a DLL can get wrong, one file for each of its
// roles: a library, objects, a guest in a process with its files and handles, and an
// entry in Winsock's catalogue.
package com
