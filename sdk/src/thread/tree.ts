/**
 * Values by name, never changed: a new value gives a new tree that shares nearly everything with the old one. Balanced
 * (an AA tree) and ordered by comparing names, so no choice of names makes it slow, as it would a table of hashes.
 */

/** Values by name; `undefined` is the empty tree. */
export type Tree<V> = Branch<V> | undefined

interface Branch<V> {
  readonly key: string
  readonly value: V
  readonly level: number
  readonly left: Tree<V>
  readonly right: Tree<V>
}

export function lookUp<V>(tree: Tree<V>, key: string): V | undefined {
  let branch = tree
  while (branch !== undefined && branch.key !== key) branch = key < branch.key ? branch.left : branch.right
  return branch?.value
}

export function assign<V>(tree: Tree<V>, key: string, value: V): Branch<V> {
  if (tree === undefined) return { key, value, level: 1, left: undefined, right: undefined }
  const { level, left, right } = tree
  if (key === tree.key) return { key, value, level, left, right }
  return key < tree.key
    ? split(skew(join(tree, assign(left, key, value), right)))
    : split(skew(join(tree, left, assign(right, key, value))))
}

/** Names and values, in the order of the names. */
export function toPairs<V>(tree: Tree<V>): [key: string, value: V][] {
  const pairs: [string, V][] = []
  collect(tree, pairs)
  return pairs
}

function collect<V>(tree: Tree<V>, pairs: [string, V][]): void {
  if (tree === undefined) return
  collect(tree.left, pairs)
  pairs.push([tree.key, tree.value])
  collect(tree.right, pairs)
}

// Written out, for every step of every insertion ends here and a spread costs several times as much.
function join<V>({ key, value, level }: Branch<V>, left: Tree<V>, right: Tree<V>): Branch<V> {
  return { key, value, level, left, right }
}

/** No branch has a left branch of its own level. */
function skew<V>(tree: Branch<V>): Branch<V> {
  const { level, left, right } = tree
  return left?.level === level ? join(left, left.left, join(tree, left.right, right)) : tree
}

/** No three branches of one level follow each other to the right. */
function split<V>(tree: Branch<V>): Branch<V> {
  const { level, left, right } = tree
  if (right === undefined || right.right?.level !== level) return tree
  const { key, value } = right
  return { key, value, level: level + 1, left: join(tree, left, right.left), right: right.right }
}
