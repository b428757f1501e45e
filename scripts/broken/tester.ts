/**
 * Runs named tests of one copy, all of them in this one process: to start a runner takes longer than most tests do.
 * Is told what to run, and tells how it went, in messages of its parent.
 */
import { join } from 'node:path'
import {
  createVitest,
  type SerializedError,
  type TestModule,
  type TestRunResult,
  type Vitest,
} from 'vitest/node'
import type { NamedTest } from './row.js'

/** What the parent asks for. */
export interface Errand extends NamedTest {
  /** What was changed since the last errand. */
  readonly changed: readonly string[]
  /** Milliseconds that a test may take which says nothing about it itself. */
  readonly patience: number
}

/** What the parent is told. */
export interface Findings {
  readonly failed: boolean
  readonly output: string
}

const literal = (text: string): RegExp => new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))

const library = join(process.cwd(), 'sdk/src')

/** The doors of the library, as they are before anything is built. */
const SOURCES = [
  { find: /^@parley\/acp$/, replacement: join(library, 'index.ts') },
  { find: /^@parley\/acp\/(\w+)$/, replacement: join(library, '$1/index.ts') },
]

const runners = new Map<boolean, Promise<Vitest>>()

function runnerFor(isFromSource: boolean): Promise<Vitest> {
  const known = runners.get(isFromSource)
  if (known) return known
  const options = { watch: false, reporters: [{}], teardownTimeout: 500 }
  const made = createVitest('test', options, isFromSource ? { resolve: { alias: SOURCES } } : {})
  runners.set(isFromSource, made)
  return made
}

/** A fault of another process comes as a plain object, without the ways of an error. */
function messageOf(fault: unknown): string {
  return typeof fault === 'object' && fault !== null && 'message' in fault ? `${fault.message}` : typeof fault
}

/** Where it went wrong, and what was found there: a program that was run says in its output what was amiss. */
function wordsOf({ stack, message, actual }: SerializedError): string {
  return [stack ?? message, ...(actual === undefined ? [] : [actual])].join('\n')
}

function describe(module: TestModule): string[] {
  const broken = module.errors().map(error => `FAIL ${module.relativeModuleId}: ${error.message}`)
  const tests = [...module.children.allTests()].flatMap(test => {
    const { state, errors = [] } = test.result()
    if (state === 'failed') return errors.map(error => `FAIL ${test.fullName}: ${wordsOf(error)}`)
    return state === 'passed' ? [`ok   ${test.fullName}`] : []
  })
  return [...broken, ...tests]
}

function toFindings({ testModules, unhandledErrors }: TestRunResult): Findings {
  const strays = unhandledErrors.map(error => `FAIL outside of every test: ${messageOf(error)}`)
  const lines = [...testModules.flatMap(describe), ...strays]
  if (lines.length === 0) return { failed: true, output: 'FAIL there is no such test' }
  return { failed: lines.some(line => line.startsWith('FAIL')), output: lines.join('\n') }
}

async function run({ file, title, changed, patience, fromSource }: Errand): Promise<Findings> {
  for (const known of runners.values()) for (const path of changed) (await known).invalidateFile(path)
  const runner = await runnerFor(fromSource === true)
  runner.config.testTimeout = patience
  // What a test leaves behind that hangs is not waited for any longer.
  runner.config.hookTimeout = patience
  runner.setGlobalTestNamePattern(literal(title))
  runner.state.clearErrors()
  const found = await runner.globTestSpecifications([file])
  const result = await runner.runTestSpecifications(found)
  // The runner remembers the modules of earlier errands too.
  const asked = new Set(found.map(({ moduleId }) => moduleId))
  return toFindings({
    ...result,
    testModules: result.testModules.filter(({ moduleId }) => asked.has(moduleId)),
  })
}

process.on('message', async (errand: Errand) => {
  const findings = await run(errand).catch(error => ({ failed: true, output: `FAIL ${messageOf(error)}` }))
  process.send?.(findings)
})
