/** What is in a folder, ignored things left out. */

import { lstat } from 'node:fs/promises'
import { type Survey, walk } from './walk.js'
import type { Findings, ListedEntry } from './workspace.js'

export interface ListOptions {
  readonly depth?: number
  readonly limit?: number
}

const USUAL_LIMIT = 1_000

export async function listFolder(
  survey: Survey,
  path: string,
  { depth = 1, limit = USUAL_LIMIT }: ListOptions = {},
): Promise<Findings<ListedEntry>> {
  const items: ListedEntry[] = []
  let isCut = false
  const onCut = (): void => {
    isCut = true
  }
  for await (const { path: at, kind } of walk(survey, path, { depth, onCut })) {
    if (items.length === limit) return { items, isCut: true }
    items.push(kind === 'file' ? { path: at, kind, size: await sizeOf(at) } : { path: at, kind })
  }
  return { items, isCut }
}

const sizeOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ size }) => size,
    () => undefined,
  )
