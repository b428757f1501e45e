/** The forms that a client takes, by its `Accept-Encoding`; one that it gives no weight is one that it does not take. */

import type { Encoding } from './page-file.js'

const KNOWN: readonly Encoding[] = ['gzip', 'br']

export function acceptedBy(header: string | undefined): ReadonlySet<Encoding> {
  const wishes = (header ?? '').split(',').map(toWish)
  return new Set(
    KNOWN.filter(name => {
      const wish = wishes.find(each => each.name === name) ?? wishes.find(each => each.name === '*')
      return wish !== undefined && wish.weight > 0
    }),
  )
}

function toWish(text: string): { readonly name: string; readonly weight: number } {
  const [name = '', ...parameters] = text.split(';').map(each => each.trim().toLowerCase())
  const weight = parameters.find(each => each.startsWith('q='))?.slice(2)
  return { name, weight: weight === undefined ? 1 : Number(weight) || 0 }
}
