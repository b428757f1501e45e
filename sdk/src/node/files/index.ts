/** What the way to files loads when they are first used. */

export { LentFiles } from './host-files.js'
export { lookAtFile, lookIntoFolder } from './looking.js'
export { readInside } from './reading.js'
export { removeInside } from './removal.js'
export { pinRoot } from './root.js'
export { HeldSessionRoots } from './session-roots.js'
export { writeInside } from './writing.js'
