/** The bench agent with a journal that is not synced: each update is appended before it is sent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import { limits } from './limits.js'

const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
const log = await diskJournal({ directory }).create({ id: 's1', cwd: '/w' })

await serveStdio(
  agent({
    name: 'bench-agent',
    version: '1.0.0',
    async prompt(turn) {
      await perform({
        text: turn.text,
        say(text) {
          const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } as const
          void log.append({ kind: 'update', contract: 'v1', update })
          return turn.say(text)
        },
        read: () => Promise.reject(new Error('this agent reads no files')),
      })
      return 'end_turn'
    },
  }),
  { limits },
)
