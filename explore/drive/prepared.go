package drive

import "github.com/ndconform/ndconform/explore/model"

// prepared creates the queue pairs of a connection, and leaves them to themselves.
func (d *driver) prepared(c *model.Call) {
	n := c.Connection
	d.log.note("connection %d: its queue pairs are created", n)
	if err := d.createPairs(n, d.world.Join(n)); err != nil {
		d.links[n].free()
		*d.links[n] = link{}
		broken(err)
		return
	}
	d.world.Prepared(n)
}
