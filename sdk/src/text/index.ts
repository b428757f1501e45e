/** The door of the room that makes text of others fit to be shown. It stands lowest: every other room may show text. */

export { boundedLine, cutBytes, cutCharacters, linesWithin, lineWithin } from './bound.js'
export { isFitForDisplay, REMOVED, sanitizeForDisplay, sanitizeLine } from './display.js'
