// Package ci tests what runs ndconform elsewhere: the pipelines in docs/ci, the action
// for GitHub, the container and the release.
package ci
