/** The last words to who leaves: how to come back. */

import type { Model } from '../model/model.js'

/** `id` is what others come to this program by. */
export function farewell({ talks }: Model, how: 'left' | 'detached', id: string): readonly string[] {
  if (how === 'detached') return [`The agents go on. To come back: parley attach ${id}`]
  const ids = talks.flatMap(({ record, thread }) =>
    record !== undefined && thread.slots.length > 0 ? [record] : [],
  )
  const shown = ids.map(id => `  parley chat --resume ${id}`)
  return shown.length === 0 ? [] : ['', 'To go on with it:', ...shown]
}
