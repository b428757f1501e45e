import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, type Header, toRecordingLine } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { makePlace, parley } from '../run/command.fixture.js'

test('what an agent says beside the wire is shown without what a terminal would obey', async () => {
  const place = makePlace()
  const file = join(place.cwd, 'one.ndjson')
  const header: Header = { recording: 1, startedAt: 0, by: 'test', carrier: 'stdio', redaction: 'secrets' }
  const message = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: 1 } }
  const asked: Entry = { at: 0, to: 'agent', message, bytes: 9 }
  writeFileSync(file, [header, asked].map(toRecordingLine).join(''))
  const program = `process.stderr.write('\\x1b]0;mine\\x07\\x1b[2Jhello from beside\\n'); process.stdin.resume()`
  const words = ['replay', file, '--as', 'client', '--patience', '300', '--', process.execPath, '-e', program]
  const { stderr } = await parley(place, words)
  expect(stderr).toContain('hello from beside\n')
  expect(stderr).not.toContain('\x1b')
})
