/** The files of a project whose path matches a glob. */

import type { Matcher } from 'picomatch'
import { type Survey, walk } from './walk.js'
import { type Findings, WorkspaceError } from './workspace.js'

const USUAL_LIMIT = 500
const LONGEST_GLOB = 1_000
const MOST_STARS = 4

/** Matches paths below a root. A glob without a slash matches names at any depth. */
export async function toMatcher(glob: string): Promise<(rest: string) => boolean> {
  if (glob === '' || glob.length > LONGEST_GLOB)
    throw new WorkspaceError(`The glob is ${glob === '' ? 'empty' : 'too long'}. An example: src/**/*.ts`)
  const { default: picomatch } = await import('picomatch')
  const pattern = glob.replace(/^\.\//, '').replace(/\/$/, '/**')
  // More stars than anybody means make a pattern that takes for ever on a long name.
  if (mostStars(pattern) > MOST_STARS)
    throw new WorkspaceError(
      `The glob has more than ${MOST_STARS} stars in one name. An example: src/**/*.ts`,
    )
  const options = { dot: true, nonegate: true, noextglob: true, maxLength: LONGEST_GLOB }
  let matcher: Matcher
  try {
    matcher = picomatch(pattern.includes('/') ? pattern.replace(/^\//, '') : `**/${pattern}`, options)
  } catch (error) {
    throw new WorkspaceError(
      `The glob cannot be used: ${error instanceof Error ? error.message : 'no reason'}`,
    )
  }
  return rest => matcher(rest)
}

/** How many stars one name can have: of alternatives in braces only one counts, the worst. */
function mostStars(pattern: string): number {
  const group = /\{([^{}]*)\}/
  let plain = pattern
  while (group.test(plain))
    plain = plain.replace(group, (_, inner: string) =>
      '*'.repeat(Math.max(...inner.split(',').map(inOneName))),
    )
  return inOneName(plain)
}

function inOneName(pattern: string): number {
  return Math.max(...pattern.split('/').map(name => name.split('*').length - 1))
}

export async function findFiles(
  survey: Survey,
  glob: string,
  limit = USUAL_LIMIT,
): Promise<Findings<string>> {
  const matches = await toMatcher(glob)
  const items: string[] = []
  let isCut = false
  const onCut = (): void => {
    isCut = true
  }
  for (const root of survey.holdings.project.names)
    for await (const { path, rest, kind } of walk(survey, root, { onCut })) {
      if (kind === 'directory' || !matches(rest)) continue
      if (items.length === limit) return { items, isCut: true }
      items.push(path)
    }
  return { items, isCut }
}
