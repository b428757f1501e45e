/** What is known of a method without its meaning: who receives it, whether it is answered, and the two shapes. */
import type { Shape } from './trail.js'

export interface MethodRow {
  readonly name: string
  readonly to: 'agent' | 'client' | 'both'
  readonly kind: 'request' | 'notification'
  /** `session` when the params must name one. */
  readonly scope: 'session' | 'connection'
  readonly params: Shape
  /** Present on requests only. */
  readonly result?: Shape
}
