/** Lines of the project that match: by ripgrep where there is one, by JavaScript otherwise, with the same results. */

import { traceOwn } from './own-files.js'
import { findRipgrep, searchByRipgrep } from './ripgrep.js'
import { isOpen, searchByHand } from './search-by-hand.js'
import type { Survey } from './walk.js'
import { type Findings, type Match, type SearchQuery, WorkspaceError } from './workspace.js'

export async function searchFiles(survey: Survey, query: SearchQuery): Promise<Findings<Match>> {
  if (query.pattern === '') throw new WorkspaceError('There is nothing to search for: the pattern is empty.')
  const { project } = survey.holdings
  if (query.path !== undefined && !(await isOpenThere(survey, project.locate(query.path))))
    throw new WorkspaceError(
      `${project.shorten(query.path)} looks like a file that holds secrets, and a search leaves those out.`,
    )
  const program = await findRipgrep()
  const found = program === undefined ? undefined : await searchByRipgrep(program, survey, query)
  return found ?? searchByHand(survey, query)
}

/** A link is judged by where it leads. */
async function isOpenThere({ holdings }: Survey, path: string): Promise<boolean> {
  const { target } = await traceOwn(holdings, path)
  return isOpen(path) && isOpen(target)
}
