/**
 * A proxy: stands between a client and an agent, tells stderr what passes, and takes mail addresses out of prompts before
 * the agent sees them. `node relay.js [AGENT.js]` is started where the agent would be.
 */

import { join } from 'node:path'
import { type CallNumber, type Interpreter, relayThrough } from '@parley/acp/jsonrpc'
import { spawnAgent, stdio } from '@parley/acp/node'

const MAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const OTHER = { client: 'agent', agent: 'client' } as const

function redacted(params: unknown): unknown {
  const withoutMail = (_: string, value: unknown) =>
    typeof value === 'string' ? value.replace(MAIL, '[mail address]') : value
  return JSON.parse(JSON.stringify(params ?? null), withoutMail)
}

function watch(from: string, method: string): void {
  console.error(`${from}: ${method}`)
}

// What is asked of one side is asked for the sake of a call of the other: its number is all there is to remember.
const interpreter: Interpreter<undefined, 'client' | 'agent', CallNumber> = {
  start: undefined,
  step(state, event) {
    switch (event.kind) {
      case 'request': {
        const { from, method, call } = event
        watch(from, method)
        const params = method === 'session/prompt' ? redacted(event.params) : event.params
        return { state, effects: [{ kind: 'ask', to: OTHER[from], method, params, tag: call, sake: call }] }
      }
      case 'notification': {
        const { from, method, params } = event
        watch(from, method)
        return { state, effects: [{ kind: 'tell', to: OTHER[from], method, params }] }
      }
      case 'answer':
        return { state, effects: [{ kind: 'answer', call: event.tag, result: event.result }] }
      case 'refusal':
        return { state, effects: [{ kind: 'refuse', call: event.tag, error: event.error }] }
      default:
        return { state, effects: [] }
    }
  },
}

const [program = join(import.meta.dirname, 'echo.js')] = process.argv.slice(2)
const agent = { channel: spawnAgent(process.execPath, [program]), answersNoise: false }
await relayThrough({ client: { channel: stdio() }, agent }, interpreter).closed
