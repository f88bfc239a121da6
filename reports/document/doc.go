// Package document is what reports consist of: headings, lines, lists, facts, tables, plots and details. A document
// is built once, and written as text, as Markdown and as a page.
//
// What a document says may come from anywhere: each writer makes it printable, bounds its length and escapes it, so
// that no name is ever markup, an order to a terminal, or a workflow command.
package document
