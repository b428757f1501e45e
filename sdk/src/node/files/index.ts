/** What the way to files loads when they are first used. */

export { LentFiles } from './host-files.js'
export { HeldSessionRoots } from './session-roots.js'
