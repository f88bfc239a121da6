module github.com/ndconform/ndconform/reports/readers

go 1.26.8

require github.com/joshdk/go-junit v1.0.0
