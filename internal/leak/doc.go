// Package leak finds from samples of this process whether connections, registrations, files
// and the like leave something behind after their release.
package leak
