/** Looking at the project: reading a file, searching all of them, and thinking about what was found. */

import { basename } from 'node:path'
import type { ToolCall, Turn } from '@parley/acp/agent'
import type { Match } from '../../workspace/workspace.js'
import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'
import { tellNewer } from '../newer-words.js'
import { OPEN_TASK, PROGRAM } from '../project.js'
import type { Scratch } from '../scratch.js'

export const files: Chapter = {
  name: 'files',
  title: 'Read and search the files of a small project',
  priority: 'high',
  needsProject: true,
  async visit(journey) {
    const scratch = await journey.project()
    if (scratch === undefined) return
    await journey.say(
      journey.turn.files === undefined
        ? 'Your client lends me no files, so I read them from the disk myself.'
        : 'I read files through your client, so I see what you have not saved yet, too.',
    )
    await read(journey, scratch)
    await search(journey, scratch)
    await ponder(journey, scratch)
    journey.note(`Read ${PROGRAM} and searched for ${OPEN_TASK}.`)
  },
}

async function read(journey: Journey, scratch: Scratch): Promise<void> {
  const path = scratch.at(PROGRAM)
  const window = { line: 1, limit: 4 }
  const start = { title: `Read ${PROGRAM}`, kind: 'read', rawInput: { path, ...window } } as const
  await journey.work({ ...start, locations: [{ path, line: 1 }] }, async call => {
    await call.progress()
    const text = await scratch.read(PROGRAM, window)
    await call.complete(`\`\`\`js\n${text.trimEnd()}\n\`\`\``, { rawOutput: { characters: text.length } })
  })
}

async function search(journey: Journey, scratch: Scratch): Promise<void> {
  const start = { title: `Search for ${OPEN_TASK}`, kind: 'search', rawInput: { word: OPEN_TASK } } as const
  await journey.work(start, async call => {
    await call.progress()
    const hits = await scratch.search(OPEN_TASK)
    const locations = hits.map(({ path, line }) => ({ path, line }))
    const isShown = addOneByOne(hits, { call, turn: journey.turn })
    await call.complete(isShown ? undefined : hits.map(toLine), { locations, rawOutput: hits })
  })
}

/** The newer version can add to what a tool call shows; the older one shows all of it anew. */
function addOneByOne(hits: readonly Match[], { call, turn }: { call: ToolCall; turn: Turn }): boolean {
  return hits.every(hit =>
    tellNewer(turn, {
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId: call.id,
      content: { type: 'content', content: { type: 'text', text: toLine(hit) } },
    }),
  )
}

function toLine({ path, line, text }: Match): string {
  return `${basename(path)}:${line}: ${text}`
}

async function ponder(journey: Journey, scratch: Scratch): Promise<void> {
  await journey.work({ title: 'Think about how large the project is', kind: 'think' }, async call => {
    await call.progress('Counting lines and words.')
    const texts = await Promise.all(scratch.names.map(name => scratch.read(name)))
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    const words = texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0)
    await call.complete(`${texts.length} files, ${lines} lines, ${words} words. That is a small project.`, {
      rawOutput: { files: texts.length, lines, words },
    })
  })
}
