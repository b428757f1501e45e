/**
 * All tests in one run. To start a process and to load modules takes longer than most files do, so the rooms that leave
 * nothing behind (no hook in a fixture, no state in a module, no setting of the process) share theirs.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import one from './vitest.config.js'

const { oxc, test } = one
const { include = [], exclude = [], testTimeout = 0, setupFiles = [], ...ofTheRun } = test ?? {}

// Apart are also those that look for what their own process started, and those that count in milliseconds what they draw.
const together = [
  'sdk/src/!(node)/**',
  'sdk/src/node',
  'sdk/src/node/!(processes)/**',
  'scout/src/**',
  'gateway/src/**',
  'cli/src/chat/{changes,composer,model,questions,screen,terminal,update,view}/**',
  'workbench/src/{changes,composer,conversation,parts,protocol,questions,sessions,shell,state,terminals,text}/**',
].map(rooms => `${rooms}/*.test.{ts,tsx}`)

// What sets a flag of V8 and measures the heap wants a process in which nobody else has left anything.
const alone = [
  'sdk/src/jsonrpc/relay/received.test.ts',
  'sdk/src/inspect/hostile.test.ts',
  'gateway/src/lending/terminal-tale.test.ts',
]

const project = (own: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  ...(oxc !== undefined && { oxc }),
  test: { testTimeout, setupFiles, ...own },
})

export default defineConfig({
  test: {
    ...ofTheRun,
    // What waits for programs, sockets and pauses leaves a processor to a third. A fourth makes people at a terminal or in a
    // browser wait longer than they do.
    maxWorkers: 3,
    projects: [
      project({ name: 'apart', include, exclude: [...exclude, ...together] }),
      project({ name: 'alone', include: alone, exclude }),
      project({ name: 'together', include: together, exclude: [...exclude, ...alone], isolate: false }),
    ],
  },
})
