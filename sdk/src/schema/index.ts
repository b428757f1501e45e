/**
 * The names and shapes of the protocol, generated from the official schemas by `scripts/schema.ts`.
 * The run-time tables are imported from their own files, so that a version nobody speaks is never loaded.
 */
export type { MethodRow } from './method-row.js'
export type { Flaw, Shape } from './trail.js'
export { BAD, Trail } from './trail.js'
export type * as v1 from './v1/types.gen.js'
export type * as v1Unstable from './v1-unstable/types.gen.js'
export type * as v2 from './v2/types.gen.js'
export type * as v2Unstable from './v2-unstable/types.gen.js'
