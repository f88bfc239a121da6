// Package drive carries out programs: it opens both ends, makes the calls that the model
// names through package nd2, and shows the model what comes of them. One driver owns both
// ends.
package drive
