/** The one line that says how things stand: agent, model, mode, folder, context, cost, what waits. */

import { boundedLine } from '@parley/acp/guard'
import { toAmount } from '../../render/lines.js'
import type { Model } from '../model/model.js'
import type { Talk } from '../model/talk.js'
import { cutLine, type Line, type Span, span, widthOfLine } from '../screen/line.js'

interface Item {
  readonly spans: Line
  /** What has no room goes first where this is highest. */
  readonly rank: number
}

const BETWEEN: Span = span(' · ', 'muted')
const FULL_PERCENT = 80
const MOST_COST = 1_000_000
/** What is more than this was not counted by anybody who can count. */
const MOST_PERCENT = 999

export function drawStatus(model: Model, talk: Talk): readonly Line[] {
  const { columns } = model.size
  if (model.remark !== undefined) {
    const { text, kind } = model.remark
    return [cutLine([span(` ${boundedLine(text, 300)}`, kind === 'warning' ? 'warning' : 'info')], columns)]
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
  const asked = model.talks.reduce((sum, { questions }) => sum + questions.length, 0)
  const mode = facts.modes.find(({ id }) => id === facts.mode)?.name ?? facts.mode
  const texts: readonly (readonly [number, string | undefined, Parameters<typeof span>[1]?])[] = [
    [1, boundedLine(agent.name ?? agent.id, 30), 'strong'],
    [5, modelOf(talk)],
    [2, mode === undefined ? undefined : boundedLine(mode, 24), 'mode'],
    [6, placeOf(talk, model.home), 'muted'],
    [4, contextOf(talk), isNearlyFull(talk) ? 'warning' : undefined],
    [7, costOf(talk)],
    [
      3,
      queue.length === 0 ? undefined : `${queue.length} ${isHeld ? 'held' : 'queued'}`,
      isHeld ? 'warning' : undefined,
    ],
    [8, othersOf(model, talk), 'muted'],
    [0, asked === 0 ? undefined : `? ${asked} waiting`, 'warning'],
  ]
  return texts.flatMap(([rank, text, style]) =>
    text === undefined || text === '' ? [] : [{ rank, spans: [span(text, style)] }],
  )
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
  const isHome = home !== '' && (cwd === home || cwd.startsWith(`${home}/`))
  const path = isHome ? `~${cwd.slice(home.length)}` : cwd
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

function costOf({ facts }: Talk): string | undefined {
  const { amount = 0, currency = '' } = facts.usage?.cost ?? {}
  const text = toAmount(amount)
  if (text === undefined || amount > MOST_COST) return undefined
  return currency === 'USD' ? `$${text}` : `${text} ${boundedLine(currency, 8)}`
}

/** How the other conversations stand, where there are any. */
function othersOf({ talks }: Model, talk: Talk): string | undefined {
  const others = talks.filter(({ key }) => key !== talk.key)
  if (others.length === 0) return undefined
  const working = others.filter(({ turn }) => turn !== undefined).length
  const news = others.filter(({ hasNews }) => hasNews).length
  const words = [working > 0 ? `${working} working` : '', news > 0 ? `${news} new` : ''].filter(
    word => word !== '',
  )
  return `+${others.length}${words.length > 0 ? ` (${words.join(', ')})` : ''}`
}
