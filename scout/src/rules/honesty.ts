/** What scout says when it cannot do something for want of a model: the truth, what it can do, and the cure. */

import type { Turn } from '@parley/acp/agent'
import { boundedLine } from '@parley/acp/guard'
import { type Mentions, mentionsIn } from '../mentions.js'
import type { Trouble } from '../model/find-brain.js'

const MOST_NAMED = 5

/** How a model is connected, in one paragraph. */
export const CURE =
  'To connect one, start Ollama, llama-server, vLLM or LM Studio on this machine, or set `ANTHROPIC_API_KEY`, ' +
  '`OPENAI_API_KEY`, `GEMINI_API_KEY` or, for any other server, `SCOUT_BASE_URL` (and `SCOUT_API_KEY` where it wants a ' +
  'key) where I am started. Then start me again, and choose it with `/model`.'

/** What is wrong with a server that was named. */
export function toSentence({ server, why }: Trouble): string {
  return `${server} cannot be used: ${why}.`
}

/** Says that no rule fits, and why no model is asked. */
export async function sayNothingFits(turn: Turn): Promise<void> {
  const brought = describe(mentionsIn(turn.blocks))
  await turn.say(
    [
      await whyUnanswered(),
      ...(brought === '' ? [] : [brought]),
      '`/help` lists what I can do by myself: look at the project, change it, run commands.',
      '`/model` lists the models that are there, and says how to connect one.',
    ].join('\n\n'),
  )
}

async function whyUnanswered(): Promise<string> {
  const { hadBrains, listTroubles } = await import('../model/find-brain.js')
  const state = (await hadBrains()) ? 'chosen' : 'connected'
  const troubles = state === 'chosen' ? [] : await listTroubles()
  if (troubles.length > 0)
    return `I cannot answer that without a model. ${troubles.map(toSentence).join(' ')}`
  return `No model is ${state}, so I cannot answer that: it is none of the plain requests that I know.`
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
