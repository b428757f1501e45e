/** What scout says when it cannot do something for want of a model: the truth, what it can do, and the cure. */

import type { Turn } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import { type Mentions, mentionsIn } from '../mentions.js'

const MOST_NAMED = 5

/** How a model is connected, in one paragraph. */
export const CURE =
  'To connect one, start Ollama, llama-server, vLLM or LM Studio on this machine, or set `ANTHROPIC_API_KEY`, ' +
  '`OPENAI_API_KEY`, `GEMINI_API_KEY` or, for any other server, `SCOUT_BASE_URL` where I am started. Then start me ' +
  'again, and choose it with `/model`.'

/** Says that no rule fits. */
export async function sayNothingFits(turn: Turn): Promise<void> {
  const brought = describe(mentionsIn(turn.blocks))
  await turn.say(
    [
      'No model is connected, so I cannot answer that: I understand commands and a few plain requests, and this is none of them.',
      ...(brought === '' ? [] : [brought]),
      'I can look at the project (`/overview`, `/read`, `/find`, `/search`), change it (`/edit`, `/write`, `/undo`), run ' +
        'commands (`/run`), keep a plan and a list (`/plan`, `/todo`) and call MCP tools (`/mcp`). `/help` says more, and ' +
        '`/tour` shows everything.',
      CURE,
    ].join('\n\n'),
  )
}

/** Says what of a message nobody can look at without a model. */
export async function sayWhatIsUnused(turn: Turn): Promise<void> {
  const { images, sounds } = mentionsIn(turn.blocks)
  if (images + sounds > 0) await turn.say(`${cannotUse(images, sounds)}\n\n`)
}

function describe({ paths, texts, links, images, sounds }: Mentions): string {
  const names = [...paths, ...texts.map(({ name }) => name), ...links].slice(0, MOST_NAMED)
  const shown = names.map(name => boundedLine(name, 120)).join(', ')
  const seen =
    names.length === 0 ? [] : [`Your message mentions ${shown}. \`/read\` shows a file of the project.`]
  return [...seen, ...(images + sounds === 0 ? [] : [cannotUse(images, sounds)])].join(' ')
}

function cannotUse(images: number, sounds: number): string {
  const brought = [...many(images, 'an image', 'images'), ...many(sounds, 'a recording', 'recordings')].join(
    ' and ',
  )
  return `Your message brings ${brought}, which I cannot make out without a model: I leave ${images + sounds === 1 ? 'it' : 'them'} aside.`
}

function many(count: number, one: string, more: string): readonly string[] {
  if (count === 0) return []
  return [count === 1 ? one : `${count} ${more}`]
}
