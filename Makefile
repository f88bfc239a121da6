# The README's two commands need no make; these are shorthands for developers.
GOLANGCI_LINT_VERSION := v2.15.0
GOVULNCHECK_VERSION := v1.9.0
FUZZTIME ?= 20s

.PHONY: all test race lint fuzz bench vuln cross golden

all: test lint

test: ## what the README asks a newcomer to run
	go run ./cmd/ndconform --provider=ref
	go test ./...

race: ## needs a C compiler
	CGO_ENABLED=1 go test -race -shuffle=on ./...

lint: ## formatting, vet, import rules and the rest of .golangci.yml
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION) run

vuln:
	go run golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION) ./...

fuzz: ## each fuzz target for FUZZTIME
	scripts/fuzz $(FUZZTIME)

bench:
	go test -run '^$$' -bench . -benchmem ./providers/ref/...

cross:
	for t in linux/amd64 linux/arm64 darwin/arm64 windows/amd64; do \
	  echo $$t && CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} go build ./... || exit 1; done

golden: ## rewrite golden files after a change that is meant
	go test ./requirement ./reports -update

.PHONY: test-verbs
test-verbs: ## the suite on Linux's rdma_rxe, in a virtual machine; the reports are in bin/
	CGO_ENABLED=1 go build -tags verbs -o bin/ndconform-verbs ./cmd/ndconform
	scripts/rxe-vm bin/ndconform-verbs --provider=verbs,device=rxe0 --waivers=waivers/rxe.yaml --timeout-scale=4 \
	  --junit-report=bin/rxe.xml --json-report=bin/rxe.json --html-report=bin/rxe.html
