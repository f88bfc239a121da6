package all

import (
	_ "github.com/ndconform/ndconform/spec/cq"
)
