/** Steps of the bridge's interpreters, and one after the other. */

import type { ProxyEffect, ProxyStep } from '../sides.js'

export function step<State, Tag>(
  state: State,
  ...effects: readonly ProxyEffect<Tag>[]
): ProxyStep<State, Tag> {
  return { state, effects }
}

export function andThen<State, Tag>(
  first: ProxyStep<State, Tag>,
  next: (state: State) => ProxyStep<State, Tag>,
): ProxyStep<State, Tag> {
  const second = next(first.state)
  if (second.effects.length === 0) return { state: second.state, effects: first.effects }
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}
