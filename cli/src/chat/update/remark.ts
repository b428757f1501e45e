/** A word to the person that goes away by itself. */

import type { Model } from '../model/model.js'

const REMARK_MILLISECONDS = 5_000

export function remark(model: Model, text: string, kind: 'info' | 'warning' = 'info'): Model {
  return { ...model, remark: { text, kind, until: model.now + REMARK_MILLISECONDS } }
}
