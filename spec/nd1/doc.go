// Package nd1 is the specification of NetworkDirect v1's endpoints:
// INDConnector::CreateEndpoint, and that its endpoints carry data.
package nd1
