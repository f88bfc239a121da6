// Package all imports every package of specs, so that the whole suite is in
// Ginkgo's tree.
package all
