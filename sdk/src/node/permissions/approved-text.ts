/**
 * The text that a file will have after changes that were shown. By the book a change shows the whole file before and
 * after; some agents show only the lines that change, and then write the whole file all the same.
 */

import { readInside } from '../files/reading.js'
import { pinRoot, type Root } from '../files/root.js'

/** Some text and what is to stand in its place; without the first, the whole file. */
export interface Passage {
  readonly oldText?: string | null | undefined
  readonly newText: string
}

/** The text afterwards; nothing where the changes do not say what that is. */
export function toWholeText(passages: readonly Passage[], current: string | undefined): string | undefined {
  let text = current
  for (const { oldText, newText } of passages) {
    if (!oldText || !text?.includes(oldText)) text = newText
    else if (isTwice(text, oldText)) return undefined
    else text = text.replace(oldText, () => newText)
  }
  return text
}

/** What stands in a file now, where it lies in one of the directories and is text of at most so many bytes. */
export async function currentText(
  path: string,
  directories: readonly string[],
  bytes?: number,
): Promise<string | undefined> {
  const held = await Promise.allSettled(
    directories.map(directory => pinRoot(directory, { allowBroadRoots: true })),
  )
  const roots: Root[] = held.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  // Nobody but the user is shown it: the agent does not hear what it is.
  const limits = { readBytes: bytes, contentBytes: bytes }
  try {
    return await readInside({ path }, roots, { limits }).catch(() => undefined)
  } finally {
    for (const root of roots) await root.close()
  }
}

const isTwice = (text: string, part: string): boolean => text.indexOf(part) !== text.lastIndexOf(part)
