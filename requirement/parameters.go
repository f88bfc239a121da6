package requirement

// atFault has the parameters that an entry's rule finds at fault, counted from 1 as
// in the C declaration, where the documented code does not name one: a provider may
// name it all the same.
var atFault = map[string][]int{
	"provider.queryaddresslist.nd-buffer-overflow": {1, 2},
	"provider.resolveaddress.nd-invalid-address":   {1, 2},
	"provider.openadapter.nd-invalid-parameter":    {2},

	"adapter.query.nd-buffer-overflow":                {1, 2},
	"adapter.queryaddresslist.nd-buffer-overflow":     {1, 2},
	"adapter.createqueuepairwithsrq.nd-not-supported": {4},

	"cq.resize.nd-invalid-parameter":             {1},
	"cq.resize.nd-buffer-overflow":               {1},
	"cq.getnotifyaffinity.nd-invalid-parameter":  {1, 2},
	"srq.getnotifyaffinity.nd-invalid-parameter": {1, 2},
	"srq.modify.nd-invalid-parameter":            {1},
	"srq.modify.nd-buffer-overflow":              {1},

	"mr.register.nd-access-violation":  {1, 2},
	"mr.register.nd-invalid-parameter": {2},

	"qp.send.nd-data-overrun":        {2, 3},
	"qp.send.nd-buffer-overflow":     {2, 3},
	"qp.send.inline-over-limit":      {2, 3},
	"qp.receive.nd-data-overrun":     {2, 3},
	"qp.receive.nd-buffer-overflow":  {2, 3},
	"srq.receive.nd-data-overrun":    {2, 3},
	"srq.receive.nd-buffer-overflow": {2, 3},
	"qp.read.nd-data-overrun":        {2, 3},
	"qp.read.nd-buffer-overflow":     {2, 3},
	"qp.write.nd-data-overrun":       {2, 3},
	"qp.write.nd-buffer-overflow":    {2, 3},
	"qp.write.inline-over-limit":     {2, 3},
	"qp.bind.nd-access-violation":    {2, 6},
	"qp.bind.outside-region":         {4, 5},
	"qp.bind.unregistered-region":    {2},

	"connector.bind.nd-sharing-violation":          {1},
	"connector.bind.nd-address-already-exists":     {1},
	"connector.connect.bad-destination":            {2, 3},
	"connector.connect.nd-network-unreachable":     {2},
	"connector.connect.nd-host-unreachable":        {2},
	"connector.connect.nd-connection-active":       {1},
	"connector.connect.nd-access-violation":        {6, 7},
	"connector.connect.nd-invalid-buffer-size":     {6, 7},
	"connector.accept.nd-connection-active":        {1},
	"connector.accept.nd-access-violation":         {4, 5},
	"connector.accept.nd-invalid-buffer-size":      {4, 5},
	"connector.reject.nd-access-violation":         {1, 2},
	"connector.reject.nd-invalid-buffer-size":      {1, 2},
	"connector.getprivatedata.nd-buffer-overflow":  {1, 2},
	"connector.getlocaladdress.nd-buffer-overflow": {1, 2},
	"connector.getpeeraddress.nd-buffer-overflow":  {1, 2},
	"listener.bind.nd-sharing-violation":           {1},
	"listener.getlocaladdress.nd-buffer-overflow":  {1, 2},

	"endpoint.connect.nd-buffer-overflow": {6, 7},
	"endpoint.accept.nd-buffer-overflow":  {2, 3},
}
