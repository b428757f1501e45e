/**
 * All tests in one run. To start a process and load the modules takes longer than most files do, so those of rooms that
 * leave nothing behind (no hook in a fixture, no state of a module, no settings of the process) run in the same ones.
 */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import one from './vitest.config.js'

const { oxc, test } = one
const { include = [], exclude = [], testTimeout, setupFiles, ...ofTheRun } = test ?? {}

// The processes of the library are apart: they look for what theirs started, and must find nothing of others.
const together = [
  'sdk/src/!(node)',
  'sdk/src/node/!(processes)',
  'scout/src',
  'gateway/src',
  'cli/src/chat/{changes,composer,draw,model,pages,questions,screen,terminal,update,view}',
  'workbench/src/{changes,composer,conversation,parts,protocol,questions,sessions,shell,state,terminals,text}',
].map(root => `${root}/**/*.test.{ts,tsx}`)
together.push('sdk/src/node/*.test.ts')

const project = (own: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  ...(oxc !== undefined && { oxc }),
  test: { testTimeout, setupFiles, ...own },
})

export default defineConfig({
  test: {
    ...ofTheRun,
    projects: [
      project({ name: 'apart', include, exclude: [...exclude, ...together] }),
      project({ name: 'together', include: together, exclude, isolate: false }),
    ],
  },
})
