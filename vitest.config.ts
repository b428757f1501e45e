/** Where the tests are and how they are lowered: Node 20 cannot parse `await using`, so es2022 is the target. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  oxc: { target: 'es2022' },
  test: {
    include: [
      'sdk/src',
      'scout/src',
      'conformance/src',
      'gateway/src',
      'workbench/src',
      'workbench/e2e',
      'cli/src',
      'scripts',
      'examples',
      'bench',
    ].map(root => `${root}/**/*.test.{ts,tsx}`),
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 20_000,
    // Most of them wait for processes: three at a time take little more than one, also on two processors.
    maxWorkers: 3,
    globalSetup: ['scripts/browser/setup.ts', 'workbench/showcase/shared-house.ts'],
    reporters: ['default', 'json'],
    outputFile: { json: '.build/vitest.json' },
    setupFiles: process.env.PARLEY_FUZZ_RUNS ? ['scripts/fuzz/setup.ts'] : [],
  },
})
