/**
 * A list that is never changed: adding to it or replacing an item gives a new list that shares nearly everything with
 * the old one, whose readers notice nothing. A tree of arrays of 32, so every step costs the same at any length.
 */

const BITS = 5
const WIDTH = 1 << BITS

type Node<T> = { readonly items: readonly T[] } | { readonly nodes: readonly Node<T>[] }

/** A list that is never changed; `itemsOf` reads it. */
export interface Sequence<T> {
  readonly length: number
  /** How many levels of nodes stand above the items. */
  readonly height: number
  readonly root: Node<T>
}

const EMPTY: Sequence<never> = { length: 0, height: 0, root: { items: [] } }

export function sequenceOf<T>(items: readonly T[]): Sequence<T> {
  return items.reduce<Sequence<T>>(append, EMPTY)
}

export function append<T>(sequence: Sequence<T>, item: T): Sequence<T> {
  const { length, height, root } = sequence
  const isFull = length === WIDTH ** (height + 1)
  const grown = isFull ? { height: height + 1, root: { nodes: [root] } } : { height, root }
  return {
    length: length + 1,
    height: grown.height,
    root: put(grown.root, grown.height, { at: length, item }),
  }
}

/** The same list with another item at a place that it has. */
export function replaceAt<T>(sequence: Sequence<T>, at: number, item: T): Sequence<T> {
  const { length, height, root } = sequence
  return { length, height, root: put(root, height, { at, item }) }
}

/** The item at a place, counted from 0; undefined where there is none. */
export function itemAt<T>(sequence: Sequence<T>, at: number): T | undefined {
  if (at < 0 || at >= sequence.length) return undefined
  let node: Node<T> | undefined = sequence.root
  for (let height = sequence.height; node !== undefined && 'nodes' in node; height--)
    node = node.nodes[slotOf(at, height)]
  return node?.items[slotOf(at, 0)]
}

/** The items of a sequence, in order. */
export function itemsOf<T>(sequence: Sequence<T>): readonly T[] {
  if ('items' in sequence.root) return sequence.root.items
  const items: T[] = []
  collect(sequence.root, items)
  return items
}

function collect<T>(node: Node<T>, items: T[]): void {
  if ('items' in node) items.push(...node.items)
  else for (const inner of node.nodes) collect(inner, items)
}

function slotOf(at: number, height: number): number {
  return (at >>> (height * BITS)) & (WIDTH - 1)
}

function put<T>(
  node: Node<T> | undefined,
  height: number,
  place: { readonly at: number; readonly item: T },
): Node<T> {
  const slot = slotOf(place.at, height)
  if (height === 0) {
    const items = node !== undefined && 'items' in node ? node.items.slice() : []
    items[slot] = place.item
    return { items }
  }
  const nodes = node !== undefined && 'nodes' in node ? node.nodes.slice() : []
  nodes[slot] = put(nodes[slot], height - 1, place)
  return { nodes }
}
