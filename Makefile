# The README's two commands need no make; these are shorthands for developers.
SHELL := bash
GOLANGCI_LINT_VERSION := v2.15.0
GOVULNCHECK_VERSION := v1.9.0
FUZZTIME ?= 20s

.PHONY: all test race lint fuzz bench vuln cross golden coverage

all: test lint

test: ## what the README asks a newcomer to run
	go run ./cmd/ndconform --provider=ref
	go test -timeout=25m ./...

SHORT ?= -short
RACED ?= ./bench/... ./calls/... ./explore/... ./internal/child ./internal/memory ./providers/... ./remote/... ./runner/... ./selftest/... ./judge/... ./spec/... ./watch/...
race: ## where goroutines meet; needs a C compiler; SHORT= RACED=./... for every test
	CGO_ENABLED=1 go test -race -shuffle=on -timeout 80m $(SHORT) -exec 'env CGO_ENABLED=0' $(RACED) # builds in tests are those of make test

lint: ## formatting, vet, import rules and the rest of .golangci.yml
	GOFLAGS= GOBIN=$(CURDIR)/bin go install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_LINT_VERSION)
	bin/golangci-lint run
	GOOS=windows CGO_ENABLED=0 bin/golangci-lint run # the files that only Windows has

.PHONY: variants explored readers tidy workflows generated release-check
variants: ## no spec fails a legal variant, each in a set of up to seven; alone they are run at night
	@heard=$$(go run ./cmd/ndconform selftest --only=pairs --pairs=once --seed=1) || { echo "$$heard"; exit 1; }; tail -2 <<<"$$heard"

explored: ## nothing is found by exploring the engine; new programs are for the night
	go run ./cmd/ndconform explore --provider=ref --for=20s --seed=1
	go run ./cmd/ndconform explore --provider=ref --soak --for=20s --seed=1

readers: ## JUnit as others read it
	cd reports/readers && go test -count=1 ./...

tidy:
	go mod tidy -diff

workflows: ## GitHub's workflows, and those of docs/ci
	go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.8 .github/workflows/*.yml docs/ci/github-actions.yml

generated: ## what is generated is what its sources generate
	go generate ./calls ./remote/... ./providers/dll && git diff --exit-code -- '*_gen.go' && test -z "$$(git status --porcelain -- '*_gen.go')"

vuln: ## needs the vulnerability database
	go run golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION) ./...

release-check: ## a release as release.yml makes it, unpacked and tried; needs gcc-mingw-w64-x86-64
	scripts/release-check

fuzz: ## each fuzz target for FUZZTIME
	scripts/fuzz $(FUZZTIME)

.PHONY: test-two-hosts test-far-end
test-far-end: ## the far end of runs killed, stopped and started anew
	scripts/test-far-end

test-two-hosts: ## as root: the suite between two network namespaces, with an agent in one
	scripts/test-two-hosts

bench:
	go test -run '^$$' -bench . -benchmem ./providers/ref/...

.PHONY: bench-peers
bench-peers: ## the engine beside libfabric, bare sockets, memcpy and process_vm_readv, in turns
	scripts/bench-peers

cross: ## tests as well
	for t in linux/arm64 darwin/arm64 windows/amd64; do \
	  CGO_ENABLED=0 GOOS=$${t%/*} GOARCH=$${t#*/} go vet ./... && echo $$t || exit 1; done

golden: ## rewrite golden files after a change that is meant
	go test ./requirement ./reports -update
	go test ./reports/compare ./reports/speed/report ./reports/speed/compare -update
	go test ./internal/coverage -update

coverage: ## observe the suite on the engine and on every mutant, and write docs/coverage.md
	go build -o bin/ndconform ./cmd/ndconform
	bin/ndconform --provider=ref --quiet --json-report=bin/ref.json
	bin/ndconform selftest --format=json >bin/matrix.json
	go test ./internal/coverage -update -report=$(CURDIR)/bin/ref.json -matrix=$(CURDIR)/bin/matrix.json

.PHONY: test-verbs test-siw test-siw-provider test-verbs-peer test-verbs-two-hosts test-verbs-refusals test-verbs-asan test-verbs-repeat verbs
# Where there is an rdma_rxe device: a virtual machine, or "sudo scripts/rdma-run" on
# this one if its kernel has the module.
RXE ?= scripts/rdma-vm
NDCONFORM_VERBS = bin/ndconform-verbs --waivers=providers/verbs/rxe.yaml --timeout-scale=8
# The same for siw; on a machine whose kernel has it, "sudo RDMA_DEVICE=siw scripts/rdma-run".
SIW ?= RDMA_DEVICE=siw scripts/rdma-vm
RXE_RUN = $(RXE) $(NDCONFORM_VERBS)
RXE_DEVICE = verbs,device=rxe0
# An emulated machine under load may take longer to answer than the engine waits on a
# network: it would send again and again what is only slow to be taken in.
RXE_ENGINE = ref,fabric=udp,netns=peer,listen=10.0.0.2,patience=400ms
reports = --junit-report=bin/$(1).xml --json-report=bin/$(1).json --html-report=bin/$(1).html

verbs:
	@scripts/verbs-headers
	CGO_ENABLED=1 go build -tags verbs -o bin/ndconform-verbs ./cmd/ndconform

test-verbs: verbs ## the suite on Linux's rdma_rxe, in a virtual machine; the reports are in bin/
	$(RXE_RUN) --provider=$(RXE_DEVICE) $(call reports,rxe)

test-siw: verbs ## the suite on Linux's siw, which is iWARP, in a virtual machine; the reports are in bin/
	$(SIW) bin/ndconform-verbs --waivers=providers/verbs/siw.yaml --timeout-scale=8 --provider=verbs,device=siw0 $(call reports,siw)

test-siw-provider: ## the provider's own tests on siw
	CGO_ENABLED=1 go test -c -tags verbs -o bin/verbs.test ./providers/verbs
	$(SIW) bin/verbs.test

test-verbs-peer: verbs ## the same with the engine at the other end, and the other way round
	$(RXE_RUN) --provider=$(RXE_DEVICE) --peer=$(RXE_ENGINE) $(call reports,rxe-ref)
	$(RXE_RUN) --provider=$(RXE_ENGINE) --peer=$(RXE_DEVICE) $(call reports,ref-rxe)

test-verbs-two-hosts: verbs ## the suite between two such machines, with an agent on the other one
	scripts/rxe-two-hosts $(NDCONFORM_VERBS) --timeout-scale=32 $(call reports,rxe-two-hosts)

test-verbs-refusals: verbs ## what is said of a machine that can't be used
	$(RXE) scripts/rxe-refusals bin/ndconform-verbs

test-verbs-asan: ## the provider's own tests with the address sanitizer, and no leak at the end
	CGO_ENABLED=1 go test -asan -c -tags verbs -o bin/verbs-asan.test ./providers/verbs
	$(RXE) env GODEBUG=clobberfree=1 bin/verbs-asan.test

N ?= 10
SUBJECT ?= --provider=$(RXE_DEVICE)

test-verbs-repeat: verbs ## the suite N times on the same devices, with the same verdicts; the reports are in bin/repeat
	RDMA_VM_TIMEOUT=$$(($(N) * 900)) $(RXE) scripts/rxe-repeat $(N) bin/repeat $(NDCONFORM_VERBS) $(SUBJECT)
	go run ./scripts/verdicts bin/repeat/*.json

.PHONY: test-interop
test-interop: ## the reference engine and Linux's rdma_rxe at the two ends, in a virtual machine; the packets are in bin/interop.pcap
	CGO_ENABLED=1 go test -c -tags verbs -o bin/interop.test ./providers/ref/interop
	scripts/rdma-vm scripts/interop bin/interop.test -test.v -test.timeout 20m
	scripts/dissect bin/interop.pcap

.PHONY: test-impaired
test-impaired: ## 100,000 messages over each impaired network
	go test -run TestImpairedNetworks -v -timeout 30m ./providers/ref -messages 100000

.PHONY: bench-rxe
bench-rxe: ## perftest on rdma_rxe and the reference engine over UDP, in one virtual machine
	CGO_ENABLED=0 go test -c -o bin/nic.test ./providers/ref/internal/nic
	scripts/rdma-vm scripts/bench-rxe bin/nic.test

.PHONY: test-windows
test-windows: ## the suite and the DLL provider under Wine; scripts/wine-deps installs what that takes
	scripts/test-windows
