/** Everything that going a way to sign in would run, in lines. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import { activeTalk, type Model } from '../../model/model.js'
import type { SignInMethod } from '../../model/talk.js'
import { type Line, lineOf, span } from '../../screen/line.js'
import { wrapLine } from '../../screen/wrap.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import type { WayPage } from './page.js'

/** What the page is about; nothing where nobody is to sign in any longer. */
export function wayOf(page: WayPage, model: Model): SignInMethod | undefined {
  const { stage } = activeTalk(model)
  return stage.is === 'sign-in' ? stage.methods[page.digit - 1] : undefined
}

export function wayLines({ name, description, runs }: SignInMethod, columns: number): readonly Line[] {
  const parts = [name, description ?? '', runs === undefined ? '' : `runs ${runs}`]
  return parts
    .filter(part => part !== '')
    .flatMap(part => sanitizeForDisplay(part).replaceAll('\t', ' ').split('\n'))
    .flatMap(text => wrapLine(lineOf(text), columns, { first: [span('  ')], rest: [span('    ')] }))
}

/** How far one can go down. */
export function lastTop(page: WayPage, model: Model): number {
  const method = wayOf(page, model)
  const count = method === undefined ? 0 : wayLines(method, model.size.columns).length
  return Math.max(0, count - bodyRows(model.size))
}

export function drawWay(page: WayPage, model: Model): PageView {
  const method = wayOf(page, model)
  const last = lastTop(page, model)
  const top = Math.min(page.top, last)
  const body = method === undefined ? [] : wayLines(method, model.size.columns).slice(top)
  const isAtEnd = top >= last
  const keys = [isAtEnd ? `${page.digit} signs in this way` : 'PgDn shows the rest', '↑↓ scroll', 'Esc back']
  return { lines: framePage({ title: `Way ${page.digit} to sign in`, body, keys }, model) }
}
