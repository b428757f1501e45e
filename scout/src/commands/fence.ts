/** Finds fenced blocks in what was typed, so that texts of several lines need no quotes. */

/** What stands in front of the first fence, and the text of each block. */
export interface Fenced {
  readonly head: string
  readonly blocks: readonly string[]
}

const OPENING = /^\s{0,3}(`{3,}|~{3,})[^`\n]*$/

/** The fenced blocks of a text; nothing when there are none. A block that is never closed ends with the text. */
export function findFences(input: string): Fenced | undefined {
  const lines = input.replaceAll('\r\n', '\n').split('\n')
  const first = lines.findIndex(line => OPENING.test(line))
  if (first < 0) return undefined
  return { head: lines.slice(0, first).join('\n').trim(), blocks: readBlocks(lines.slice(first)) }
}

function readBlocks(lines: readonly string[]): readonly string[] {
  const blocks: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, fence] = OPENING.exec(lines[at] ?? '') ?? []
    if (fence === undefined) continue
    const end = findClosing(lines, at + 1, fence)
    blocks.push(lines.slice(at + 1, end).join('\n'))
    at = end
  }
  return blocks
}

function findClosing(lines: readonly string[], from: number, fence: string): number {
  const mark = fence.charAt(0)
  const isClosing = (line: string): boolean => {
    const trimmed = line.trim()
    return trimmed.length >= fence.length && trimmed === mark.repeat(trimmed.length)
  }
  const found = lines.findIndex((line, index) => index >= from && isClosing(line))
  return found < 0 ? lines.length : found
}
