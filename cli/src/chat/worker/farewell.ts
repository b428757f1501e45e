/** The last words to who leaves: how to come back. */

import type { Model } from '../model/model.js'

export function farewell({ talks }: Model, how: 'left' | 'detached'): readonly string[] {
  if (how === 'detached') return ['The agents go on. To come back: parley attach']
  const ids = talks.flatMap(({ record, thread }) =>
    record !== undefined && thread.slots.length > 0 ? [record] : [],
  )
  const shown = ids.map(id => `  parley chat --resume ${id}`)
  return shown.length === 0 ? [] : ['To go on with it:', ...shown]
}
