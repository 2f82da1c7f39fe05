# make demo   sets everything up and runs the main job on the demo data
# make test   the whole suite
# make check  types, lint, layers, dead code, the modules a start loads, the files that ship
# make regold rewrites the golden files (git diff judges)
# make bench  ours and the peers on the same data (fetches the peers' packages the first time)

.PHONY: demo test check regold bench build clean

node_modules/.done: package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

node_modules/.built: node_modules/.done package.json tsconfig.json tsconfig.lib.json rolldown.config.mjs $(shell find src -name '*.ts' -not -name '*.test.ts' -not -path 'src/testkit/*')
	npm run --silent build
	@touch $@

build: node_modules/.built

demo: build
	@node scripts/demo.mjs

test: build
	npx vitest run

check: build
	npx tsc -p .
	npx biome ci --error-on-warnings .
	npx depcruise --config .dependency-cruiser.cjs src
	npx knip
	node scripts/shipped.mjs --check

regold: build
	REGOLD=1 npx vitest run
	node scripts/shipped.mjs

bench: build
	cd scripts/bench && npm ci --no-audit --no-fund
	node scripts/bench/bench.mjs $(BENCH)

clean:
	rm -rf dist node_modules
