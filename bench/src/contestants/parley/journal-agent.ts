/** The bench agent with a journal that is not synced, as the README says: `agent({ sessions: diskJournal() })`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agent } from '@parley/acp/agent'
import { diskJournal, serveStdio } from '@parley/acp/node'
import { perform } from '../../scenario/agent-part.js'
import { limits } from './limits.js'

const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'))
process.on('exit', () => rmSync(directory, { recursive: true, force: true }))

await serveStdio(
  agent({
    name: 'bench-agent',
    version: '1.0.0',
    sessions: diskJournal({ directory }),
    async prompt(turn) {
      await perform({
        text: turn.text,
        say: words => turn.say(words),
        read: () => Promise.reject(new Error('this agent reads no files')),
      })
      return 'end_turn'
    },
  }),
  { limits },
)
