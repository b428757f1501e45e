/**
 * `/tour`: everything the protocol can say, done once on real files in a folder of its own. Knows the way from stop to
 * stop; what happens at one stands in its chapter.
 */

import { basename } from 'node:path'
import type { StopReason, Turn } from '@parley/acp/agent'
import type { Chapter } from './chapter.js'
import { chapters } from './chapters.js'
import { Journey } from './journey.js'
import { stop, stopReasons } from './stops.js'

/** How the tour is given. */
export interface TourOptions {
  /** Milliseconds to wait for somebody who wants to visit a page. */
  readonly patience?: number | undefined
}

const PATIENCE_MILLISECONDS = 10_000
const COMMAND = /^\/tour(?=\s|$)/

/** Shows all of it, one stop (`files`), the list of them (`list`), or one end of a turn (`stop refusal`). */
export async function tour(turn: Turn, input: string, options: TourOptions = {}): Promise<StopReason> {
  const [word = '', argument = ''] = input.trim().replace(COMMAND, '').trim().split(/\s+/)
  if (word === 'stop') return stop(turn, argument)
  if (word === 'list') return tellStops(turn)
  const chosen = word === '' ? chapters : chapters.filter(({ name }) => name === word)
  if (chosen.length > 0) return travel(new Journey(turn, options.patience ?? PATIENCE_MILLISECONDS), chosen)
  await turn.say(`The tour has no stop called “${word}”.\n\n`)
  return tellStops(turn)
}

async function tellStops(turn: Turn): Promise<StopReason> {
  const lines = chapters.map(({ name, title }) => `- \`/tour ${name}\`: ${title}`)
  const ends = `- \`/tour stop …\`: End a turn with ${stopReasons.join(', ')}`
  await turn.say(['`/tour` shows all of this, one after the other:', '', ...lines, ends].join('\n'))
  return 'end_turn'
}

async function travel(journey: Journey, chosen: readonly Chapter[]): Promise<StopReason> {
  const { turn } = journey
  try {
    await journey.say(
      'Welcome! This is a tour of what an agent and its client can say to each other. No model is needed, and nothing is made up: whatever I say I do is done.',
    )
    await visitAll(journey, chosen)
    await sayGoodbye(journey)
    return 'end_turn'
  } catch (error) {
    if (!turn.isCancelled) throw error
    await turn.say(`Stopped.${whatIsLeft(journey)}`)
    return 'cancelled'
  } finally {
    await journey.end()
  }
}

async function visitAll(journey: Journey, chosen: readonly Chapter[]): Promise<void> {
  let ahead = chosen
  const behind: Chapter[] = []
  const tell = async (current?: Chapter): Promise<void> =>
    await journey.turn.plan([
      ...behind.map(chapter => toStep(chapter, 'completed')),
      ...ahead.map(chapter => toStep(chapter, chapter === current ? 'in_progress' : 'pending')),
    ])
  await tell()
  for (let next = ahead[0]; next !== undefined; next = ahead[0]) {
    journey.turn.signal.throwIfAborted()
    await tell(next)
    if (next.needsProject && (await journey.project()) === undefined) {
      await journey.say(tellSkipped(ahead))
      ahead = ahead.filter(({ needsProject }) => !needsProject)
      continue
    }
    await next.visit(journey).catch(error => journey.tellTrouble(error))
    behind.push(next)
    ahead = ahead.slice(1)
  }
  await tell()
}

function toStep({ title, priority }: Chapter, status: 'pending' | 'in_progress' | 'completed') {
  return { content: title, priority, status }
}

function tellSkipped(ahead: readonly Chapter[]): string {
  const names = ahead.filter(({ needsProject }) => needsProject).map(({ name }) => name)
  return `There is no folder to work in, so I leave out what needs it: ${names.join(', ')}.`
}

function whatIsLeft({ scratch, turn }: Journey): string {
  if (scratch === undefined) return ''
  return ` What was made is in \`${basename(scratch.path)}\`, in ${turn.cwd}. You may delete that folder whenever you like.`
}

async function sayGoodbye(journey: Journey): Promise<void> {
  const { scratch, wishes } = journey
  const isCleared = scratch !== undefined && !wishes.keeps && (await clear(journey))
  const left = isCleared || scratch === undefined ? ' Nothing is left behind.' : whatIsLeft(journey)
  await journey.say(`That was the tour.${left} \`/tour list\` shows its stops one by one.`)
}

/** The visitor has wished it, in the form. */
function clear(journey: Journey): Promise<boolean> {
  const path = journey.scratch?.path ?? ''
  const start = { title: `Remove ${basename(path)}`, kind: 'delete', rawInput: { path } } as const
  return journey.work({ ...start, locations: [{ path }] }, async call => {
    await call.progress()
    await journey.scratch?.clear()
    await call.complete('The folder is gone, as you wished.')
  })
}
