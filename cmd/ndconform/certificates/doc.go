// Package certificates has the commands about certificates: keygen, certify and verify. The command
// verify finds bundles, checks each with the key that it names, and shows them as rows, as JSON or as
// a site.
package certificates
