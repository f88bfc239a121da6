package requirement

import "github.com/ndconform/ndconform/nd2"

// anyInvalidParameter is ND_INVALID_PARAMETER with a number or without, for
// rulings that leave open which parameter is named.
var anyInvalidParameter = []nd2.Status{
	nd2.InvalidParameter,
	nd2.InvalidParameter1, nd2.InvalidParameter2, nd2.InvalidParameter3, nd2.InvalidParameter4, nd2.InvalidParameter5,
	nd2.InvalidParameter6, nd2.InvalidParameter7, nd2.InvalidParameter8, nd2.InvalidParameter9, nd2.InvalidParameter10,
	nd2.InvalidParameterMix,
}

// prefer puts the preferred status first and the others after it, without
// repeating it.
func prefer(preferred nd2.Status, others ...nd2.Status) []nd2.Status {
	set := []nd2.Status{preferred}
	for _, s := range others {
		if s != preferred {
			set = append(set, s)
		}
	}
	return set
}
