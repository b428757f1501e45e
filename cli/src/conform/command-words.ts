/** The words of a command as they mean the same in another directory: whatever is played is played in an empty one. */

import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'

const OPTION = /^(--?[\w-]+=)(.+)$/s

/** Words that name something here, by a path or with an ending, are spelt from the root; the program alone only by a path. */
export function toAbsoluteWords(words: readonly string[], cwd: string): readonly string[] {
  return words.map((word, index) => {
    const [, option = '', value = word] = OPTION.exec(word) ?? []
    const looksLikePath = index === 0 ? /[\\/]/.test(value) : /[\\/.]/.test(value)
    const isMeant = looksLikePath && !value.startsWith('-') && !isAbsolute(value)
    return isMeant && existsSync(resolve(cwd, value)) ? option + resolve(cwd, value) : word
  })
}
