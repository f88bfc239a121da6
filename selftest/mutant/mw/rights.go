package mw

import (
	"github.com/ndconform/ndconform/calls"
	"github.com/ndconform/ndconform/nd2"
	"github.com/ndconform/ndconform/selftest/mutant"
)

func rights() []mutant.Mutant {
	granting := func(right nd2.OpFlags) mutant.Defect {
		return mutant.Before(calls.QPBind, func(c *calls.Call) { c.Flags |= right })
	}
	const rights = nd2.AllowRead | nd2.AllowWrite
	added := rebinding(func(c *calls.Call, flags nd2.OpFlags, _ []byte) { c.Flags |= flags & rights })
	return []mutant.Mutant{
		mutant.New("mw.rights.read-only/added",
			"A window that is bound again has the rights of its first Bind as well.", added),
		mutant.New("mw.rights.read-only/writable", "A window for reading can be written to.", granting(nd2.AllowWrite)),
		mutant.New("mw.rights.write-only/added",
			"A window that is bound again has the rights of its first Bind as well.", added),
		mutant.New("mw.rights.write-only/readable", "A window for writing can be read.", granting(nd2.AllowRead)),
	}
}
