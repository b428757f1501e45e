/** A word to the person that goes away by itself, as one line. */

import { boundedLine } from '@parley/acp/guard'
import type { Model } from '../model/model.js'
import { type Line, lineOf } from '../screen/line.js'

/** Nothing where nothing is to be said. */
export function drawRemark({ remark }: Pick<Model, 'remark'>): Line | undefined {
  if (remark === undefined) return undefined
  return lineOf(boundedLine(remark.text, 400), remark.kind === 'warning' ? 'warning' : 'info')
}
