/** What every message must hold, whatever it says: the envelope, its id, and `_meta`. */

import { type Fields, fieldOf, isFields } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'

const TRACE_PARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?:-.*)?$/
const TRACE_KEYS = ['traceparent', 'tracestate', 'baggage'] as const

export function watchEnvelope(): Watcher {
  return {
    see(sighting, report) {
      const { message, by } = sighting
      report.looked('envelope', by)
      const fault = faultOf(message)
      if (fault !== undefined) report.broken('envelope', { by, text: fault })
      judgeId(sighting, report)
      judgeMeta(sighting, report)
    },
  }
}

function faultOf(message: Fields): string | undefined {
  if (message.jsonrpc !== '2.0') return 'expected "jsonrpc": "2.0", found another value or none'
  const { method, result, error } = message
  if (method !== undefined && typeof method !== 'string')
    return `/method: expected string, found ${typeof method}`
  if (typeof method === 'string') {
    if (result !== undefined || error !== undefined)
      return 'expected a call or an answer, found one in the other'
    return isParams(message.params) ? undefined : '/params: expected object or array, found another value'
  }
  if (result === undefined && error === undefined)
    return 'expected a method, a result or an error, found none'
  if (message.id === undefined) return '/id: expected the id of the request, found missing'
  // The first JSON-RPC wrote `error: null` beside a result; it is not this one.
  if (result !== undefined && error !== undefined) return 'expected a result or an error, found both'
  return error === undefined ? undefined : faultOfError(error)
}

// Some serializers write an absent field as `null`.
const isParams = (params: unknown): boolean => params === undefined || typeof params === 'object'

function faultOfError(error: unknown): string | undefined {
  if (!isFields(error)) return '/error: expected object, found another value'
  if (!Number.isInteger(error.code)) return '/error/code: expected integer, found another value'
  return typeof error.message === 'string'
    ? undefined
    : '/error/message: expected string, found another value'
}

function judgeId({ message, by, contract, row }: Sighting, report: Report): void {
  const { id } = message
  // Who answers only repeats what was asked.
  if (id === undefined || row.kind !== 'request') return
  report.looked('id.form', by)
  if (typeof id === 'string' || Number.isSafeInteger(id)) return
  if (id === null && contract.allowsNullId) return
  const found = typeof id === 'number' ? 'another number' : id === null ? 'null' : typeof id
  report.broken('id.form', { by, text: `/id: expected string or integer, found ${found}` })
}

function judgeMeta({ message, row, by }: Sighting, report: Report): void {
  const [place, value] = row.kind === 'result' ? ['/result', message.result] : ['/params', message.params]
  const meta = fieldOf(value, '_meta')
  if (meta === undefined) return
  report.looked('meta', by)
  if (meta !== null && !isFields(meta))
    report.broken('meta', { by, text: `${place}/_meta: expected object or null, found another value` })
  if (isFields(meta)) judgeTrace(meta, `${place}/_meta`, { by, report })
}

function judgeTrace(
  meta: Fields,
  place: string,
  { by, report }: { by: Sighting['by']; report: Report },
): void {
  for (const key of TRACE_KEYS) {
    const value = meta[key]
    if (value === undefined) continue
    report.looked('trace-context', by)
    const isRight = typeof value === 'string' && (key !== 'traceparent' || TRACE_PARENT.test(value))
    if (!isRight)
      report.broken('trace-context', {
        by,
        text: `${place}/${key}: expected W3C trace context, found another value`,
      })
  }
}
