// Package waivers excuses failures that are known: a file names the specs, the
// provider, the reason, a link to where the defect is tracked, and the day on which
// the excuse ends. A waiver that is no longer needed is reported, lest it hide the
// next failure.
package waivers
