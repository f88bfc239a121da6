// Package nd1 is the specification of NetworkDirect v1's endpoints:
// INDConnector::CreateEndpoint, and that data goes through what it creates.
package nd1
