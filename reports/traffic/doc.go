// Package traffic is what a program does with its adapters, as data: how large its messages are, how many it has
// outstanding, how often it polls in vain, how long it waits. It judges nothing.
package traffic
