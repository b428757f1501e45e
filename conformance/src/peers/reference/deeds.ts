/** What the reference agent does for each verb. What its client does not lend it does with its own hands. */

import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { diff, type ToolCall, type Turn } from '@parley/acp/agent'
import { mcpTools } from '@parley/acp/mcp'
import { runNode } from './own-command.js'

type Deed = (turn: Turn, rest: string) => Promise<void>

const PIECES = 100
const PIECE_MILLISECONDS = 60
const CONTEXT = 1_000

export const deeds: Readonly<Record<string, Deed>> = {
  async say(turn, text) {
    await turn.think('I am to say something.')
    await turn.say(text)
    await turn.usage({ used: text.length, size: CONTEXT + text.length, cost: { amount: 0, currency: 'USD' } })
  },
  async talk(turn) {
    for (let piece = 0; piece < PIECES; piece++) {
      await turn.say(`piece ${piece}\n`)
      await pause(PIECE_MILLISECONDS, undefined, { signal: turn.signal })
    }
  },
  async read(turn, path) {
    await look(turn, resolve(turn.cwd, path))
  },
  async write(turn, rest) {
    const [, name = '', text = ''] = /^(\S+)\s*([\s\S]*)$/.exec(rest) ?? []
    const path = resolve(turn.cwd, name)
    await using call = turn.tool({ title: `Write ${name}`, kind: 'edit', locations: [{ path, line: 1 }] })
    await call.show(diff(path, { to: text }))
    if (!(await isAllowed(turn, call))) return
    await call.progress()
    await (turn.files?.write === undefined ? writeFile(path, text) : turn.files.write(path, text))
    await call.complete()
    await call.show([diff(path, { to: text }), 'It is written.'])
  },
  run: (turn, text) => execute(turn, ['-p', JSON.stringify(text)]),
  wait: turn => execute(turn, ['-e', 'setTimeout(() => {}, 60_000)']),
  async plan(turn) {
    const steps = ['Look', 'Think', 'Act'].map(content => ({ content, priority: 'medium' }) as const)
    for (let done = 0; done <= steps.length; done++)
      await turn.plan(
        steps.map((step, index) => ({ ...step, status: index < done ? 'completed' : 'pending' })),
      )
  },
  async form(turn) {
    const answer = await turn.elicit?.form?.({
      message: 'What shall it be called?',
      schema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } }, required: ['name'] },
    })
    await turn.say(answer === undefined ? 'There are no forms here.' : `The form: ${answer.action}.`)
  },
  async visit(turn) {
    const url = 'https://example.com/welcome'
    const answer = await turn.elicit?.url?.({ message: 'Have a look at this page.', url })
    if (answer?.action === 'accept') answer.completed()
    await turn.say(answer === undefined ? 'There are no visits here.' : `The visit: ${answer.action}.`)
  },
  async switch({ session }) {
    await session.setMode(session.mode === 'ask' ? 'code' : 'ask')
    await session.setSetting('voice', session.setting('voice') === 'low' ? 'high' : 'low')
  },
  async mcp(turn, server) {
    const tools = await mcpTools(turn, { ask: false })
    const { text } = await tools.call(turn, `${server}/echo`, { text: 'hello' })
    await turn.say(text)
  },
  async notice(turn) {
    await turn.notice({ title: 'A notice', description: 'For the moment only.' })
  },
  async compact(turn) {
    await using compaction = turn.compact()
    await compaction.append('All that was said, ')
    await compaction.complete('All that was said, in short.')
  },
}

async function look(turn: Turn, path: string): Promise<void> {
  await using call = turn.tool({ title: `Read ${path}`, kind: 'read', locations: [{ path, line: 1 }] })
  await call.progress()
  try {
    const text = await (turn.files === undefined
      ? readFile(path, 'utf8')
      : turn.files.read(path, { line: 1 }))
    await call.complete(text)
  } catch {
    turn.signal.throwIfAborted()
    await call.fail('It cannot be read.')
  }
}

async function execute(turn: Turn, args: readonly string[]): Promise<void> {
  await using call = turn.tool({ title: 'Run a command', kind: 'execute' })
  if (!(await isAllowed(turn, call))) return
  await call.progress()
  const { cwd, terminal, signal } = turn
  if (terminal === undefined) return void (await call.complete(await runNode(args, { cwd, signal })))
  const command = { command: process.execPath, args, cwd }
  const { output } = await terminal.run({ ...command, onStart: started => call.progress(started) })
  await call.complete(output)
}

async function isAllowed(turn: Turn, call: ToolCall): Promise<boolean> {
  const answer = await turn.ask(call)
  if (answer?.kind.startsWith('allow')) return true
  await call.fail('It was not allowed.')
  return false
}
