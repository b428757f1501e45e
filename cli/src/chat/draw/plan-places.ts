/** Where in a timeline the plans are. What is known of a part of it holds as long as that part is not replaced. */

import type { Entry, Plan, Sequence, Thread } from '@parley/acp/thread'

export interface PlacedPlan {
  readonly at: number
  readonly plan: Plan
}

type Slots = Sequence<Entry | undefined>
type Node = Slots['root']

const WIDTH = 32

// A timeline shares nearly all of its nodes with the one before: only what changed is looked at.
const known = new WeakMap<Node, readonly PlacedPlan[]>()

/** The plans of a conversation; of those without an id, the latest. */
export function plansIn({ slots }: Thread): readonly PlacedPlan[] {
  const all = inNode(slots.root, slots.height)
  const latest = all.findLast(({ plan }) => plan.planId === undefined)
  return all.filter(placed => placed.plan.planId !== undefined || placed === latest)
}

/** Places are counted from the beginning of the node. */
function inNode(node: Node, height: number): readonly PlacedPlan[] {
  const found = known.get(node)
  if (found !== undefined) return found
  const plans: PlacedPlan[] = []
  if ('items' in node) {
    for (const [at, entry] of node.items.entries())
      if (entry?.kind === 'plan') plans.push({ at, plan: entry })
  } else
    for (const [index, inner] of node.nodes.entries())
      for (const { at, plan } of inNode(inner, height - 1))
        plans.push({ at: at + index * WIDTH ** height, plan })
  known.set(node, plans)
  return plans
}
