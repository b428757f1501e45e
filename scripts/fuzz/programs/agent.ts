/** The agent under test: does what the words after `do:` in a prompt tell it to, with everything that a turn can do. */
import { extensionNotification, extensionRequest, handleExtension } from '@parley/acp'
import { agent, RpcError, type Turn } from '@parley/acp/agent'
import { serveStdio } from '@parley/acp/node'
import { isUnstable, tellLog, watchStrays } from './sentry.js'

const same = (value: unknown): unknown => value
const held = new Set<() => void>()

function hold(signal: AbortSignal | undefined): Promise<object> {
  return new Promise(resolve => {
    const open = (): void => {
      held.delete(open)
      resolve({})
    }
    held.add(open)
    signal?.addEventListener('abort', open, { once: true })
  })
}

function release(): void {
  for (const open of [...held]) open()
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    setTimeout(resolve, milliseconds)
  })

const DEEDS: Readonly<Record<string, (turn: Turn) => unknown>> = {
  say: turn => turn.say(turn.text),
  echo: turn => turn.blocks.map(block => turn.say(block)),
  think: turn => turn.think('hm'),
  plan: turn => turn.plan([{ content: turn.text, priority: 'high', status: 'pending' }]),
  usage: turn => turn.usage({ used: 1, size: 2 }),
  pause: () => pause(5),
  left: turn => turn.tool({ title: turn.text, kind: 'read' }),
  ask: turn => turn.ask({ title: 'May I?', kind: 'edit' }),
  read: turn => turn.files?.read(`${turn.cwd}/notes.md`, { line: 1, limit: 5 }),
  write: turn => turn.files?.write?.('/notes.md', turn.text),
  unawaited: turn => void turn.files?.read('/notes.md').catch(() => {}),
  many: turn => Array.from({ length: 200 }, (_, index) => turn.say(`${index} ${'x'.repeat(500)}`)),
  bug: turn => Promise.reject(new Error(turn.text)),
  refuse: turn => Promise.reject(new RpcError(-32001, 'refused', { long: turn.text.length })),
  flood: () => Promise.reject(new RpcError(1.5, 'odd', { long: 'x'.repeat(10_000) })),
  async tool(turn) {
    const call = turn.tool({ title: 'Read', kind: 'read', rawInput: turn.blocks })
    await call.progress(turn.text)
    await turn.ask(call)
    await call.complete([turn.text], { locations: [{ path: '/a', line: 1 }] })
  },
  async terminal(turn) {
    const terminal = await turn.terminal?.start({ command: 'true', args: [turn.text], env: { A: 'b' } })
    await terminal?.output()
    await terminal?.exited()
    await terminal?.kill()
    await terminal?.release()
  },
}

async function prompt(turn: Turn): Promise<void> {
  const words = /do:([a-z,]+)/.exec(turn.text)?.[1]?.split(',') ?? ['say']
  for (const word of words) if (Object.hasOwn(DEEDS, word)) await DEEDS[word]?.(turn)
}

watchStrays()
const answered = { readParams: same, readResult: same }
await serveStdio(
  agent({
    name: 'fuzzed',
    version: '1.0.0',
    accepts: ['image', 'resource'],
    unstable: isUnstable,
    prompt,
    extensions: [
      handleExtension(extensionRequest('_fuzz/probe', answered), params => params),
      handleExtension(extensionRequest('_fuzz/hold', answered), (_, call) => hold(call?.signal)),
      handleExtension(extensionNotification('_fuzz/release', { readParams: same }), () => {
        release()
        return undefined
      }),
    ],
  }),
  { log: tellLog },
)
