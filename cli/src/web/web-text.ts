/** What `parley web` says: lines for people, or one JSON object a line for programs. */

import { sanitizeLine } from '@parley/acp/guard'
import type { WebFlags } from './flags.js'
import type { WebLink } from './running.js'

export interface Told extends WebLink {
  readonly folder: string
  /** Their names, the usual one first; nothing where another process has them. */
  readonly agents?: readonly string[] | undefined
  /** Whether Enter is heard. */
  readonly isAttended: boolean
}

type Format = WebFlags['format']

const ONCE = 'The link works once, within 30 seconds.'

/** It is there. */
export function toReady(told: Told, format: Format): string {
  const { url, link, folder, agents = [], isAttended } = told
  if (format === 'json') return toJson({ event: 'ready', url, link, folder, agents })
  return toLines([
    `Open    ${link}`,
    `Folder  ${folder}`,
    `Agents  ${agents.join(', ')}`,
    `${ONCE}${isAttended ? ' Enter prints another, Ctrl+C ends the workbench.' : ''}`,
  ])
}

/** Another link. */
export function toAnother({ url, link }: WebLink, format: Format): string {
  return format === 'json' ? toJson({ event: 'link', url, link }) : toLines([`Open    ${link}`])
}

/** One runs already, and this is a link of it. */
export function toFound({ url, link, folder }: Told, format: Format): string {
  if (format === 'json') return toJson({ event: 'link', url, link, folder, isRunning: true })
  return toLines([
    'parley web runs already, and has this folder now, too.',
    `Open    ${link}`,
    `Folder  ${folder}`,
    ONCE,
  ])
}

const toJson = (value: object): string => `${JSON.stringify(value)}\n`

const toLines = (lines: readonly string[]): string => lines.map(line => `${sanitizeLine(line)}\n`).join('')
