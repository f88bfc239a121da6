// Package event is what the validation layer records of a program and its provider: each call and what came of
// it, each notification, in the order in which the checker was told. That is enough to check the program again,
// elsewhere and later. Objects are known by the checker's names, such as qp1.
package event
