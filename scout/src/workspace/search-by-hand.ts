/** Searches in JavaScript, where there is no ripgrep. Says the same as ripgrep does. */

import { stat } from 'node:fs/promises'
import { sensitivityOf } from '@parley/acp/guard'
import { toMatcher } from './find-files.js'
import { type LineMatcher, toLineMatcher } from './line-matcher.js'
import { readBytesOwn } from './own-files.js'
import { type Step, type Survey, walk } from './walk.js'
import type { Findings, Match, SearchQuery } from './workspace.js'

export const USUAL_LIMIT = 200
export const MOST_FILE_BYTES = 2 * 1_024 * 1_024
const MOST_MATCH_CHARACTERS = 500

export async function searchByHand(survey: Survey, query: SearchQuery): Promise<Findings<Match>> {
  const matcher = toLineMatcher(query)
  const { limit = USUAL_LIMIT } = query
  const items: Match[] = []
  let isCut = false
  const onCut = (): void => {
    isCut = true
  }
  try {
    for await (const step of filesFor(survey, query, onCut)) {
      for (const match of await matchesIn(step.path, survey, matcher)) {
        if (items.length === limit) return { items, isCut: true }
        items.push(match)
      }
    }
    return { items, isCut }
  } finally {
    await matcher.close()
  }
}

/** The files that are looked into: all, or below a path, or the one file that is named. */
async function* filesFor(
  survey: Survey,
  { path, glob }: SearchQuery,
  onCut: () => void,
): AsyncIterable<Pick<Step, 'path' | 'rest'>> {
  const { project } = survey.holdings
  const isWanted = glob === undefined ? () => true : await toMatcher(glob)
  for (const start of path === undefined ? project.names : [project.locate(path)]) {
    const isFile = (await stat(start)).isFile()
    const steps = isFile ? [{ ...project.standing(start), path: start }] : filesBelow(survey, start, onCut)
    for await (const step of steps) if (isWanted(step.rest) && isOpen(step.path)) yield step
  }
}

async function* filesBelow(survey: Survey, start: string, onCut: () => void): AsyncIterable<Step> {
  for await (const step of walk(survey, start, { onCut })) if (step.kind === 'file') yield step
}

/** A search finds what nobody named: what looks like a secret stays out of it. */
export const isOpen = (path: string): boolean => sensitivityOf(path, []) !== 'secret-like'

async function matchesIn(path: string, survey: Survey, matcher: LineMatcher): Promise<readonly Match[]> {
  const lines = await linesOf(path, survey)
  if (lines === undefined) return []
  const found = await matcher.match(lines)
  return found.map(at => toMatch(path, at + 1, lines[at] ?? ''))
}

export function toMatch(path: string, line: number, text: string): Match {
  return {
    path,
    line,
    text: text.length > MOST_MATCH_CHARACTERS ? `${text.slice(0, MOST_MATCH_CHARACTERS)}…` : text,
  }
}

/** The lines of a text file that is really inside; nothing where it is no text, too large or not to be read. */
export async function linesOf(
  path: string,
  { holdings, signal }: Survey,
): Promise<readonly string[] | undefined> {
  signal.throwIfAborted()
  try {
    const bytes = await readBytesOwn(holdings, path, MOST_FILE_BYTES)
    if (bytes.includes(0)) return undefined
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    const lines = text.split('\n').map(line => line.replace(/\r$/, ''))
    if (lines.at(-1) === '') lines.pop()
    return lines
  } catch {
    return undefined
  }
}
