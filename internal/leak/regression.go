package leak

import "math"

// A regression is a linear regression by least squares, without an intercept: growth explained by
// what was made. It keeps only sums, so it does not grow with the samples.
type regression struct {
	// xx is XᵀX, xy is Xᵀy, and yy is yᵀy.
	xx     [][]float64
	xy     []float64
	yy     float64
	number int
}

func newRegression(columns int) *regression {
	f := &regression{xx: make([][]float64, columns), xy: make([]float64, columns)}
	for i := range f.xx {
		f.xx[i] = make([]float64, columns)
	}
	return f
}

func (f *regression) add(x []float64, y float64) {
	for i := range x {
		for j := range x {
			f.xx[i][j] += x[i] * x[j]
		}
		f.xy[i] += x[i] * y
	}
	f.yy += y * y
	f.number++
}

// solve returns each column's slope and standard error. The error comes from what the fit leaves
// unexplained, or from noise if that is more; it is infinite if the samples don't determine the
// slope.
func (f *regression) solve(noise float64) (slopes, errors []float64) {
	columns := len(f.xy)
	slopes, errors = make([]float64, columns), make([]float64, columns)
	for i := range errors {
		errors[i] = math.MaxFloat64
	}
	inverse := f.inverse()
	free := f.number
	for i := range columns {
		if f.xx[i][i] != 0 {
			free--
		}
	}
	if inverse == nil || free < 1 {
		return slopes, errors
	}
	left := f.yy
	for i := range slopes {
		for j, v := range f.xy {
			slopes[i] += inverse[i][j] * v
		}
		left -= slopes[i] * f.xy[i]
	}
	variance := max(left/float64(free), noise*noise)
	for i := range errors {
		errors[i] = math.Sqrt(variance * max(inverse[i][i], 0))
	}
	return slopes, errors
}

// inverse returns the inverse of XᵀX, by Gauss-Jordan elimination. It leaves out columns without
// a count; nil means that the columns can't be told apart.
func (f *regression) inverse() [][]float64 {
	n := len(f.xx)
	a, inv := make([][]float64, n), make([][]float64, n)
	for i := range a {
		a[i], inv[i] = append([]float64{}, f.xx[i]...), make([]float64, n)
		inv[i][i] = 1
		if f.xx[i][i] == 0 {
			a[i][i] = 1
		}
	}
	for c := range n {
		pivot := c
		for r := c + 1; r < n; r++ {
			if math.Abs(a[r][c]) > math.Abs(a[pivot][c]) {
				pivot = r
			}
		}
		if math.Abs(a[pivot][c]) < 1e-9 {
			return nil
		}
		a[c], a[pivot], inv[c], inv[pivot] = a[pivot], a[c], inv[pivot], inv[c]
		eliminate(a, inv, c)
	}
	return inv
}

// eliminate turns column c of a into that of the unit matrix, and applies the same
// operations to inv.
func eliminate(a, inv [][]float64, c int) {
	head := a[c][c]
	for j := range a {
		a[c][j] /= head
		inv[c][j] /= head
	}
	for r := range a {
		if r == c || a[r][c] == 0 {
			continue
		}
		times := a[r][c]
		for j := range a {
			a[r][j] -= times * a[c][j]
			inv[r][j] -= times * inv[c][j]
		}
	}
}
