/** Takes conversations across, as a wire would, and looks at what has become of them. */
import { BAD, type Shape, Trail } from '../../../schema/trail.js'
import { reduce } from '../../../thread/reduce.js'
import { emptyThread, type Thread, type ThreadVersion } from '../../../thread/thread.js'
import type { Told } from './told.js'

export type Update = { readonly sessionUpdate: string; readonly [key: string]: unknown }

export type Cross = (
  told: Told,
  update: never,
) => { readonly told: Told; readonly updates: readonly unknown[] }

/** What of a conversation arrives on the other side, as it does over a wire. */
export function cross(
  told: Told,
  updates: readonly Update[],
  [to, shape]: readonly [Cross, Shape],
): readonly Update[] {
  const arrived: Update[] = []
  let state = told
  for (const update of updates) {
    const said = to(state, update as never)
    state = said.told
    for (const each of said.updates) {
      const copy = JSON.parse(JSON.stringify(each))
      const flaw = findFlaw(copy, shape)
      if (flaw !== undefined) throw new Error(`${flaw} for ${JSON.stringify(update)}`)
      arrived.push(copy)
    }
  }
  return arrived
}

export function threadOf(updates: readonly Update[], version: ThreadVersion): Thread {
  return updates.reduce((thread, update) => reduce(thread, update as never), emptyThread(version))
}

/** Undefined where a value is fine as it stands; else what is wrong with it. */
export function findFlaw(value: unknown, shape: Shape): string | undefined {
  const trail = new Trail()
  const read = shape(value, trail)
  if (read === value && trail.flaws.length === 0) return undefined
  return `${read === BAD ? 'refused' : 'mended'}: ${JSON.stringify(trail.flaws)} in ${JSON.stringify(value)}`
}
