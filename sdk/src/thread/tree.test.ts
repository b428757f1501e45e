import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assign, lookUp, type Tree, toPairs } from './tree.js'

const height = (tree: Tree<unknown>): number =>
  tree === undefined ? 0 : 1 + Math.max(height(tree.left), height(tree.right))

test('a tree holds what a map holds, and its older values stay', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'toString', ''))
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat())), pairs => {
      const model = new Map<string, number>()
      let tree: Tree<number>
      const older: [Tree<number>, [string, number][]][] = []
      for (const [name, value] of pairs) {
        older.push([tree, toPairs(tree)])
        tree = assign(tree, name, value)
        model.set(name, value)
      }
      expect(new Map(toPairs(tree))).toEqual(model)
      for (const [name, value] of model) expect(lookUp(tree, name)).toBe(value)
      expect(lookUp(tree, 'never there')).toBeUndefined()
      for (const [kept, before] of older) expect(toPairs(kept)).toEqual(before)
    }),
  )
})

test('no order of names makes a tree lopsided', () => {
  const names = Array.from({ length: 4_096 }, (_, index) => String(index).padStart(5, '0'))
  const zigzag = names.map((name, index) => (index % 2 === 0 ? name : (names.at(-index) ?? '')))
  for (const order of [names, names.toReversed(), zigzag]) {
    const tree = order.reduce<Tree<number>>((grown, name) => assign(grown, name, 0), undefined)
    expect(height(tree)).toBeLessThanOrEqual(24)
  }
})
