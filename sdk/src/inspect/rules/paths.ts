/** Paths on the wire are absolute, and lines are counted from one. */

import { isAbsolutePath } from '../../protocol/index.js'
import { fieldOf, itemsOf } from '../fields.js'
import type { Report, Sighting, Watcher } from '../rule.js'

const SETUPS = new Set(['session/new', 'session/load', 'session/resume', 'session/fork'])

/** Holds the message at hand while it looks through it: there are too many of them to make somebody for each. */
export class Paths implements Watcher {
  #by: Sighting['by'] = 'agent'
  #report: Report | undefined

  /** Looks at what was sent: a reader of version 2 takes a line 0 for none. */
  see({ row, by, value, message }: Sighting, report: Report): void {
    this.#by = by
    this.#report = report
    if (value === undefined) return
    if (row.kind === 'notification') this.#lookUpdate(fieldOf(message.params, 'update'))
    else if (row.kind === 'request') this.#lookRequest(row.method ?? '', message.params)
    else if (row.method === 'session/list')
      for (const [index, session] of itemsOf(message.result, 'sessions').entries())
        this.#path(`/sessions/${index}/cwd`, fieldOf(session, 'cwd'))
  }

  #lookUpdate(update: unknown): void {
    const kind = fieldOf(update, 'sessionUpdate')
    if (kind === 'tool_call' || kind === 'tool_call_update') this.#lookToolCall('/update', update)
    else if (kind === 'tool_call_content_chunk')
      this.#lookContent('/update/content', fieldOf(update, 'content'))
    else if (kind === 'terminal_update') this.#path('/update/cwd', fieldOf(update, 'cwd'))
  }

  #lookRequest(method: string, value: unknown): void {
    if (method === 'session/request_permission') return this.#lookPermission(value)
    if (SETUPS.has(method) || method === 'session/list' || method === 'terminal/create')
      this.#path('/cwd', fieldOf(value, 'cwd'))
    if (SETUPS.has(method))
      for (const [index, path] of itemsOf(value, 'additionalDirectories').entries())
        this.#path(`/additionalDirectories/${index}`, path)
    if (method === 'fs/read_text_file' || method === 'fs/write_text_file')
      this.#path('/path', fieldOf(value, 'path'))
    if (method === 'fs/read_text_file') this.#line('/line', fieldOf(value, 'line'))
  }

  #lookPermission(value: unknown): void {
    this.#lookToolCall('/toolCall', fieldOf(value, 'toolCall'))
    const subject = fieldOf(value, 'subject')
    this.#lookToolCall('/subject/toolCall', fieldOf(subject, 'toolCall'))
    if (fieldOf(subject, 'type') === 'command') this.#path('/subject/cwd', fieldOf(subject, 'cwd'))
  }

  #lookToolCall(at: string, call: unknown): void {
    for (const [index, location] of itemsOf(call, 'locations').entries()) {
      this.#path(`${at}/locations/${index}/path`, fieldOf(location, 'path'))
      this.#line(`${at}/locations/${index}/line`, fieldOf(location, 'line'))
    }
    for (const [index, content] of itemsOf(call, 'content').entries())
      this.#lookContent(`${at}/content/${index}`, content)
  }

  #lookContent(at: string, content: unknown): void {
    if (fieldOf(content, 'type') !== 'diff') return
    this.#path(`${at}/path`, fieldOf(content, 'path'))
    for (const [index, change] of itemsOf(content, 'changes').entries()) {
      this.#path(`${at}/changes/${index}/path`, fieldOf(change, 'path'))
      this.#path(`${at}/changes/${index}/oldPath`, fieldOf(change, 'oldPath'))
    }
  }

  #path(place: string, value: unknown): void {
    if (typeof value !== 'string') return
    const by = this.#by
    this.#report?.looked('path.absolute', by)
    if (isAbsolutePath(value)) return
    const found = value === '' ? 'an empty string' : 'a relative path'
    this.#report?.broken('path.absolute', { by, text: `${place}: expected an absolute path, found ${found}` })
  }

  #line(place: string, value: unknown): void {
    if (typeof value !== 'number') return
    const by = this.#by
    this.#report?.looked('line.counted', by)
    if (value < 1)
      this.#report?.broken('line.counted', { by, text: `${place}: expected a line from 1, found ${value}` })
  }
}
