/** Permission: what is offered, what is chosen of it, and that a cancelled turn gets no other answer. */

import { fieldOf, itemsOf, textOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'
import { answerTo, askedFor, isAnswerTo, named, updateOf } from './sight.js'

const METHOD = 'session/request_permission'
const REFUSALS: ReadonlySet<unknown> = new Set(['reject_once', 'reject_always'])

interface Question {
  readonly id: unknown
  readonly session: string | undefined
  isCancelled: boolean
  /** The agent itself has called the question off. */
  isWithdrawn: boolean
}

export class Permissions implements Watcher {
  readonly #open = new Map<number, Question>()
  /** Tool calls whose last word was a refusal. */
  readonly #refused = new Set<string>()

  see(sighting: Sighting, report: Report): void {
    const { row, message } = sighting
    const request = askedFor(sighting, METHOD)
    if (row.kind === 'request' && row.method === METHOD)
      this.#open.set(row.number, {
        id: message.id,
        session: row.session,
        isCancelled: false,
        isWithdrawn: false,
      })
    if (request !== undefined) judgeOptions(itemsOf(request, 'options'), report)
    else if (isAnswerTo(sighting, METHOD)) this.#seeAnswer(sighting, report)
    else if (row.kind === 'notification') this.#seeNotification(sighting, report)
  }

  #seeNotification(sighting: Sighting, report: Report): void {
    const { row, by, value } = sighting
    if (row.method === 'session/cancel') {
      for (const question of this.#open.values())
        if (question.session === row.session) question.isCancelled = true
    } else if (row.method === '$/cancel_request' && by === 'agent') {
      const id = fieldOf(value, 'requestId')
      for (const question of this.#open.values()) if (question.id === id) question.isWithdrawn = true
    } else if (this.#refused.size > 0 && row.toolCall !== undefined) this.#judgeObedience(sighting, report)
  }

  #seeAnswer(sighting: Sighting, report: Report): void {
    const { row, askedValue } = sighting
    const question = this.#open.get(row.asked ?? -1)
    this.#open.delete(row.asked ?? -1)
    const outcome = fieldOf(answerTo(sighting, METHOD), 'outcome')
    const word = textOf(outcome, 'outcome')
    if (question?.isCancelled) judgeCancelled(word, question, { sighting, report })
    const options = itemsOf(askedValue, 'options')
    const optionId = textOf(outcome, 'optionId')
    if (word !== undefined && askedValue !== undefined) report.looked('permission.choice', 'client')
    const chosen = options.find(option => fieldOf(option, 'optionId') === optionId)
    if (word === 'selected' && askedValue !== undefined && chosen === undefined)
      report.broken('permission.choice', {
        by: 'client',
        text: `expected one of the options, found ${named(optionId)}`,
      })
    this.#remember(sighting, word === 'cancelled' || REFUSALS.has(fieldOf(chosen, 'kind')))
  }

  #remember({ row }: Sighting, isRefused: boolean): void {
    if (row.toolCall === undefined) return
    const key = `${row.session} ${row.toolCall}`
    if (isRefused) this.#refused.add(key)
    else this.#refused.delete(key)
  }

  #judgeObedience(sighting: Sighting, report: Report): void {
    const { row } = sighting
    const key = `${row.session} ${row.toolCall}`
    const status = updateOf(sighting)?.status
    if (!this.#refused.has(key) || typeof status !== 'string') return
    report.looked('permission.ignored', 'agent')
    if (status !== 'completed') return
    this.#refused.delete(key)
    report.broken('permission.ignored', {
      by: 'agent',
      text: `${named(row.toolCall)} was refused; expected it not to be completed, found that it was`,
    })
  }
}

function judgeOptions(options: readonly unknown[], report: Report): void {
  report.looked('permission.options', 'agent')
  const ids = options.map(option => textOf(option, 'optionId'))
  if (ids.length === 0)
    report.broken('permission.options', { by: 'agent', text: '/options: expected at least one, found none' })
  if (new Set(ids).size < ids.length)
    report.broken('permission.options', {
      by: 'agent',
      text: '/options: expected each id once, found one twice',
    })
}

interface Scene {
  readonly sighting: Sighting
  readonly report: Report
}

function judgeCancelled(word: string | undefined, question: Question, { sighting, report }: Scene): void {
  report.looked('permission.cancel', 'client')
  if (word === 'cancelled' || (question.isWithdrawn && sighting.row.kind === 'error')) return
  const found = word === undefined ? 'an error' : named(word)
  report.broken('permission.cancel', {
    by: 'client',
    text: `expected the outcome "cancelled" after session/cancel, found ${found}`,
  })
}
