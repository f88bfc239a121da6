package all

import (
	_ "github.com/ndconform/ndconform/spec/adapter"
	_ "github.com/ndconform/ndconform/spec/com"
	_ "github.com/ndconform/ndconform/spec/connector"
	_ "github.com/ndconform/ndconform/spec/cq"
	_ "github.com/ndconform/ndconform/spec/listener"
	_ "github.com/ndconform/ndconform/spec/mr"
	_ "github.com/ndconform/ndconform/spec/mw"
	_ "github.com/ndconform/ndconform/spec/nd1"
	_ "github.com/ndconform/ndconform/spec/ndk"
	_ "github.com/ndconform/ndconform/spec/overlapped"
	_ "github.com/ndconform/ndconform/spec/provider"
	_ "github.com/ndconform/ndconform/spec/qp"
	_ "github.com/ndconform/ndconform/spec/srq"
)
