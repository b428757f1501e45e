/** The one line that says how things stand: agent, model, mode, folder, context, cost, what waits. */

import { boundedLine } from '@parley/acp/guard'
import { drawRemark } from '../draw/remark.js'
import { drawWaiting } from '../draw/waiting.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { agentName } from '../model/talk-name.js'
import { isAtWork } from '../model/talk-state.js'
import { toCost } from '../screen/cost.js'
import { cutLine, type Line, type Span, span, spread, widthOfLine } from '../screen/line.js'
import { shortPath } from '../screen/place.js'

interface Item {
  readonly spans: Line
  /** What has no room goes first where this is highest. */
  readonly rank: number
}

const BETWEEN: Span = span(' · ', 'muted')
const FULL_PERCENT = 80
/** What is more than this was not counted by anybody who can count. */
const MOST_PERCENT = 999

export function drawStatus(model: Model, talk: Talk): readonly Line[] {
  const { columns } = model.size
  const remark = drawRemark(model)
  if (remark !== undefined) {
    const [line, waiting] = [[span(' '), ...remark], drawWaiting(model)]
    return [waiting.length === 0 ? cutLine(line, columns) : spread(line, waiting, columns)]
  }
  const items = itemsOf(model, talk)
  const kept = [...items]
  while (kept.length > 1 && width(kept) > columns - 1) {
    const last = kept.reduce((worst, item) => (item.rank >= worst.rank ? item : worst))
    kept.splice(kept.indexOf(last), 1)
  }
  return [cutLine([span(' '), ...join(kept)], columns)]
}

const join = (items: readonly Item[]): Line =>
  items.flatMap(({ spans }, index) => (index === 0 ? spans : [BETWEEN, ...spans]))

const width = (items: readonly Item[]): number => widthOfLine(join(items))

function itemsOf(model: Model, talk: Talk): readonly Item[] {
  const { agent, facts, queue, isHeld } = talk
  const mode = facts.modes.find(({ id }) => id === facts.mode)?.name ?? facts.mode
  const { far } = talk
  const texts: readonly (readonly [number, string | undefined, Parameters<typeof span>[1]?])[] = [
    [0, far?.lost === undefined ? undefined : '! no connection', 'warning'],
    [1, boundedLine(agentName(agent), 30), 'strong'],
    [3, far === undefined ? undefined : screensOf(far)],
    [5, modelOf(talk)],
    [2, mode === undefined ? undefined : boundedLine(mode, 24), 'mode'],
    [6, placeOf(talk, model.home), 'muted'],
    [4, contextOf(talk), isNearlyFull(talk) ? 'warning' : undefined],
    [7, toCost(facts.usage?.cost)],
    [
      3,
      queue.length === 0 ? undefined : `${queue.length} ${isHeld ? 'held' : 'queued'}`,
      isHeld ? 'warning' : undefined,
    ],
    [8, othersOf(model, talk), 'muted'],
  ]
  const items = texts.flatMap(([rank, text, style]): readonly Item[] =>
    text === undefined || text === '' ? [] : [{ rank, spans: [span(text, style)] }],
  )
  const waiting = drawWaiting(model)
  return waiting.length === 0 ? items : [...items, { rank: 0, spans: waiting }]
}

/** Whether one may only look, and how many do. */
function screensOf({ isViewer, present }: NonNullable<Talk['far']>): string {
  return [isViewer ? 'viewer' : '', present > 1 ? `${present} here` : '']
    .filter(word => word !== '')
    .join(', ')
}

/** The value of the option that names the model, in its own words. */
function modelOf({ facts }: Talk): string | undefined {
  const option = facts.options.find(({ category }) => category === 'model')
  const choice = option?.choices.find(({ value }) => value === option.value)
  const name = choice?.name ?? (typeof option?.value === 'string' ? option.value : undefined)
  if (name === undefined) return undefined
  return /^none$/i.test(name) ? 'no model' : boundedLine(name, 40)
}

function placeOf({ cwd, branch }: Talk, home: string): string {
  const path = shortPath(cwd, { cwd: '', home })
  return boundedLine(branch === undefined ? path : `${path} (${branch})`, 80)
}

function percentOf({ facts }: Talk): number | undefined {
  const { used, size } = facts.usage ?? {}
  if (used === undefined || size === undefined || size <= 0) return undefined
  const percent = Math.round((used / size) * 100)
  return Number.isFinite(percent) && percent <= MOST_PERCENT ? percent : undefined
}

const isNearlyFull = (talk: Talk): boolean => (percentOf(talk) ?? 0) >= FULL_PERCENT

function contextOf(talk: Talk): string | undefined {
  const percent = percentOf(talk)
  return percent === undefined ? undefined : `ctx ${percent}%`
}

/** How the other conversations stand, where there are any. */
function othersOf({ talks }: Model, talk: Talk): string | undefined {
  const others = talks.filter(({ key }) => key !== talk.key)
  if (others.length === 0) return undefined
  const working = others.filter(isAtWork).length
  const news = others.filter(({ hasNews }) => hasNews).length
  const words = [working > 0 ? `${working} working` : '', news > 0 ? `${news} new` : ''].filter(
    word => word !== '',
  )
  return `+${others.length}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
}
