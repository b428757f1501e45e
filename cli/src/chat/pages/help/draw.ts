/** How the page of keys looks. */

import type { Model } from '../../model/model.js'
import { lineOf } from '../../screen/line.js'
import { bodyRows, framePage, type PageView } from '../page-view.js'
import { helpLines } from './lines.js'
import type { HelpPage } from './page.js'
import { topWithin } from './update.js'

const KEYS = ['↑↓ PgUp PgDn scroll', 'Esc back']

export function drawHelp(page: HelpPage, model: Model): PageView {
  const { size } = model
  const lines = helpLines(size.columns)
  const top = topWithin(model, page.top)
  const rest = lines.length - top - bodyRows(size)
  const aside = rest > 0 ? lineOf(`↓ ${rest} more lines`, 'muted') : []
  const body = lines.slice(top, top + bodyRows(size))
  return { lines: framePage({ title: 'Keys and commands', aside, body, keys: KEYS }, model) }
}
