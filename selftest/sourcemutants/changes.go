package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/packages"
)

// The changes: a comparison that is off by one or the opposite, one side of an "and" or an "or", a
// sum for a difference, a number that is one more, a condition or a truth value that is the opposite, and
// a statement that is left out.

func newFinder(p *packages.Package, path string) (*finder, error) {
	source, err := os.ReadFile(path)
	return &finder{room: p.Name, path: path, source: source, fset: p.Fset, info: p.TypesInfo}, err
}

// opposite has what stands for an operator in a mutant.
var opposite = map[token.Token]token.Token{
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.ADD: token.SUB, token.SUB: token.ADD,
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncLit, *ast.BlockStmt:
	case *ast.BinaryExpr:
		f.binary(n)
		if n.Op == token.LAND && (f.optional(n.X) || f.optional(n.Y)) {
			return false
		}
	case *ast.IfStmt:
		f.condition(n.Cond)
		if f.optional(n.Cond) {
			if n.Else != nil {
				ast.Inspect(n.Else, f.visit)
			}
			return false
		}
	case *ast.ReturnStmt:
		for _, r := range n.Results {
			f.truth(r)
		}
	case *ast.CallExpr:
		for _, a := range n.Args {
			f.number(a)
		}
	case *ast.AssignStmt:
		if n.Tok == token.ASSIGN {
			for _, r := range n.Rhs {
				f.truth(r)
			}
		}
	case *ast.CaseClause:
		f.dropped(n.Body)
	}
	if b, ok := n.(*ast.BlockStmt); ok {
		f.dropped(b.List)
	}
	return true
}

// optional reports whether a condition holds only with an option of the engine.
func (f *finder) optional(n ast.Expr) bool { return option.MatchString(f.text(n)) }

func (f *finder) binary(n *ast.BinaryExpr) {
	if f.info.Types[n].Value != nil { // a constant
		return
	}
	x, y := f.text(n.X), f.text(n.Y)
	switch n.Op {
	case token.LAND, token.LOR:
		f.add(n, x, either(f.text(n), x))
		f.add(n, y, either(f.text(n), y))
	case token.ADD, token.SUB:
		basic, ok := f.info.Types[n].Type.Underlying().(*types.Basic)
		if !ok || basic.Info()&types.IsInteger == 0 || calls(f.info, n) {
			return
		}
		instead := x + " " + opposite[n.Op].String() + " " + y
		f.add(n, instead, pick(f.text(n), instead))
	default:
		if op, ok := opposite[n.Op]; ok {
			instead := x + " " + op.String() + " " + y
			f.add(n, instead, either(f.text(n), instead))
		}
	}
}

// condition takes the opposite of a condition that is no comparison.
func (f *finder) condition(n ast.Expr) {
	if _, binary := n.(*ast.BinaryExpr); !binary {
		f.add(n, "!("+f.text(n)+")", func(id int) string { return fmt.Sprintf("(mutated.Is(%d) != (%s))", id, f.text(n)) })
	}
}

func (f *finder) truth(n ast.Expr) {
	if name, ok := n.(*ast.Ident); ok && (name.Name == "true" || name.Name == "false") {
		f.add(n, "!"+name.Name, func(id int) string { return fmt.Sprintf("(mutated.Is(%d) != %s)", id, name.Name) })
	}
}

// number takes one more than a number that a call is given.
func (f *finder) number(n ast.Expr) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.INT {
		return
	}
	if basic, ok := f.info.Types[n].Type.(*types.Basic); ok && basic.Info()&types.IsUntyped == 0 {
		instead := literal.Value + "+1"
		f.add(n, instead, func(id int) string {
			return fmt.Sprintf("mutated.Pick[%s](%d, %s, %s)", basic.Name(), id, literal.Value, instead)
		})
	}
}

// dropped leaves out each statement of a list that can be left out.
func (f *finder) dropped(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt:
			if call, ok := s.X.(*ast.CallExpr); !ok || locks(call) {
				continue
			}
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.IncDecStmt:
		case *ast.ReturnStmt:
			if len(s.Results) > 0 {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.CONTINUE {
				continue
			}
		default:
			continue
		}
		f.add(s, "nothing", func(id int) string { return fmt.Sprintf("if !mutated.Is(%d) { %s }", id, f.text(s)) })
	}
}

// locks reports whether a call is one without which everything stops, or the race detector complains.
func locks(call *ast.CallExpr) bool {
	if name, ok := call.Fun.(*ast.Ident); ok && name.Name == "panic" {
		return true
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	switch selector.Sel.Name {
	case "Lock", "Unlock", "RLock", "RUnlock":
		return true
	}
	return false
}

// calls reports whether an expression calls something, so that it can't be evaluated twice.
func calls(info *types.Info, n ast.Expr) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && !info.Types[call.Fun].IsType() && !info.Types[call.Fun].IsBuiltin() {
			found = true
		}
		return !found
	})
	return found
}

// either makes the text of a condition that evaluates only one of two.
func either(original, instead string) func(id int) string {
	return func(id int) string {
		return fmt.Sprintf("(!mutated.Is(%d) && (%s) || mutated.Is(%d) && (%s))", id, original, id, instead)
	}
}

func pick(original, instead string) func(id int) string {
	return func(id int) string { return fmt.Sprintf("mutated.Pick(%d, %s, %s)", id, original, instead) }
}
