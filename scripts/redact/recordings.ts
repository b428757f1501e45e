/**
 * Plants secrets of every kind in every place of one wire, records it, and lets the real command show it, judge it, export
 * it and serve it to an agent; then looks for them in the file and in everything that came out.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Entry, type Header, streamedTexts } from '@parley/acp/inspect'
import { readRecordingFile, recordingWriter } from '@parley/acp/node'
import type { Random } from '../fuzz/random.js'
import { KINDS, makeSecret, type Secret } from './kinds.js'
import { PLACES } from './places.js'
import { findSecret } from './search.js'

const MAIN = join(import.meta.dirname, '../../../cli/dist/main.js')
const header: Header = {
  recording: 1,
  startedAt: 1_700_000_000_000,
  by: 'sec',
  carrier: 'stdio',
  redaction: 'secrets',
}

interface Planted {
  readonly secret: Secret
  readonly place: string
}

/** What was found, and how many were planted. */
export interface Search {
  readonly planted: number
  readonly places: number
  readonly found: readonly string[]
}

export async function searchRecordings(random: Random): Promise<Search> {
  const home = mkdtempSync(join(tmpdir(), 'parley-redact-'))
  try {
    const planted: Planted[] = []
    const path = await record(home, planted, random)
    const outputs = {
      'the recording': readFileSync(path, 'utf8'),
      'the recording, put together': await putTogether(path),
      ...runCommand(home),
      ...(await askServer(home)),
    }
    const found: string[] = []
    for (const [name, text] of Object.entries(outputs)) {
      if (text.length < 1_000) found.push(`${name} let hardly anything out: ${text.slice(0, 300)}`)
      for (const { secret, place } of planted) {
        const spelling = findSecret(text, secret.secret)
        if (spelling !== undefined) found.push(`${secret.kind} in ${place}: ${name} let out ${spelling}`)
      }
    }
    return { planted: planted.length, places: PLACES.length + SPLIT.length, found }
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

async function record(home: string, planted: Planted[], random: Random): Promise<string> {
  const folder = join(home, '.local/state/parley/recordings')
  const [first] = KINDS
  const named = makeSecret(first ?? '', random)
  planted.push({ secret: named, place: 'the command of the agent' })
  const writer = await recordingWriter({
    header: { ...header, agent: ['agent', '--key', named.secret] },
    folder,
  })
  for (const kind of KINDS) {
    for (const place of PLACES) {
      const secret = makeSecret(kind, random)
      planted.push({ secret, place: place.name })
      for (const entry of toEntries(place.message(secret))) await writer.append(entry)
    }
    for (const [place, toEntry] of SPLIT) {
      const secret = makeSecret(kind, random)
      planted.push({ secret, place })
      for (const piece of inPieces(`it is\n${secret.written}\nthere\n`, random))
        await writer.append(toEntry(piece))
    }
  }
  await writer.close()
  return writer.path
}

/** A message of the wire; or a text, which stands on stderr, in an error, and in what was no message. */
function toEntries(message: unknown): readonly Entry[] {
  if (typeof message !== 'string') return [{ at: 1, to: 'client', message, bytes: 1 }]
  const error = { jsonrpc: '2.0', id: 1, error: { code: -1, message, data: { reason: message } } }
  return [
    ...message.split('\n').map((stderr): Entry => ({ at: 1, stderr })),
    { at: 1, to: 'client', message: error, bytes: 1 },
    { at: 1, to: 'client', noise: 'parse_error', text: message, bytes: 1 },
    { at: 1, event: 'remark', detail: message },
  ]
}

const toUpdate = (update: object): Entry => ({
  ...{ at: 1, to: 'client', bytes: 1 },
  message: { jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's-1', update } },
})

/** Places where one text comes in many messages. */
const SPLIT: readonly (readonly [name: string, toEntry: (piece: string) => Entry])[] = [
  [
    'pieces of a message',
    text => toUpdate({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
  ],
  [
    'pieces of output',
    text =>
      toUpdate({
        ...{ sessionUpdate: 'terminal_output_chunk', terminalId: 't' },
        data: Buffer.from(text).toString('base64'),
      }),
  ],
]

/** What somebody reads who joins the pieces. */
async function putTogether(path: string): Promise<string> {
  const read = await readRecordingFile(path)
  if (!('entries' in read)) throw new Error('the recording cannot be read')
  const pieces = read.entries.flatMap(streamedTexts)
  const wholes = [...new Set(pieces.map(({ whole }) => whole))]
  return wholes
    .map(name => pieces.flatMap(({ whole, text }) => (whole === name ? [text] : [])).join(''))
    .join('\n')
}

function inPieces(text: string, random: Random): readonly string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const size = random.between(1, 12)
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

const environment = (home: string): Record<string, string> => ({ PATH: process.env.PATH ?? '', HOME: home })

function runCommand(home: string): Record<string, string> {
  const run = (...words: readonly string[]): string => {
    const args = [MAIN, ...words]
    const { stdout, stderr } = spawnSync(process.execPath, args, {
      ...{ cwd: home, env: environment(home), encoding: 'utf8' },
      maxBuffer: 1e9,
    })
    return stdout + stderr
  }
  const page = join(home, 'whole.html')
  run('recordings', 'export', 'last', '--html', page, '--keep-contents')
  return {
    'parley recordings show': run('recordings', 'show', 'last', '--messages'),
    'parley recordings show --format json': run(
      'recordings',
      'show',
      'last',
      '--messages',
      '--format',
      'json',
    ),
    'parley validate': run('validate', 'last', '--format', 'json'),
    'parley recordings export': run('recordings', 'export', 'last', '--format', 'json'),
    // Where there is none, it was refused.
    'the exported page': existsSync(page) ? readFileSync(page, 'utf8') : '',
  }
}

/** Everything that an agent can read of it. */
async function askServer(home: string): Promise<Record<string, string>> {
  const client = new Client({ name: 'sec', version: '1' })
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [MAIN, 'recordings', 'mcp'] },
    env: environment(home),
  })
  await client.connect(transport)
  const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const { content } = await client.callTool({ name, arguments: { recording: 'last', ...args } })
    return content.map(each => (each.type === 'text' ? each.text : '')).join('')
  }
  const answers: string[] = []
  const offsets = Array.from({ length: 30 }, (_, index) => index * 100)
  for (const offset of offsets) {
    answers.push(await call('read_timeline', { offset, limit: 100 }))
    answers.push(await call('list_findings', { offset, limit: 100 }))
    for (const text of ['redacted', 'it'])
      answers.push(await call('search_text', { text, offset, limit: 100 }))
  }
  for (let row = 0; row < 150; row++) answers.push(await call('read_message', { row }))
  await client.close()
  return { 'the server for agents': answers.join('\n') }
}
