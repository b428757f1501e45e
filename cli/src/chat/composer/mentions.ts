/** How files and conversations are pointed at in a text: `@path`, `@"path with blanks"`, `#id`. */

const FILE = /(?<=^|\s)@(?:"((?:[^"\\\n]|\\.)*)"|([^\s"]+))/g
/** The id of a record; shorter ones would be taken for colours and numbers of issues. */
const TALK = /(?<=^|\s)#([0-9a-f]{16,64})(?![\w-])/g
/** What ends a sentence rather than a name, and a line in a file. */
const BEHIND = /(?::\d+(?:[:-]\d+)?)?[.,;:!?)\]}'>]*$/
const MOST = 100

/** The paths that are mentioned, as they are written there. */
export function mentionedFiles(text: string): readonly string[] {
  const found = new Set<string>()
  for (const [, quoted, plain] of text.matchAll(FILE)) {
    const path = quoted?.replace(/\\(.)/g, '$1') ?? plain?.replace(BEHIND, '') ?? ''
    if (path !== '' && found.size < MOST) found.add(path)
  }
  return [...found]
}

/** The records that are mentioned. */
export function mentionedTalks(text: string): readonly string[] {
  return [...new Set(Array.from(text.matchAll(TALK), ([, id]) => id ?? ''))].slice(0, MOST)
}

/** A path so that it is read as the same one again. A folder is left open, so that one can go on in it. */
export function toMention(path: string): string {
  const isPlain = /^[^\s"\\]+$/.test(path) && path.replace(BEHIND, '') === path
  if (isPlain) return `@${path}`
  const quoted = path.replace(/["\\]/g, '\\$&')
  return path.endsWith('/') ? `@"${quoted}` : `@"${quoted}"`
}
