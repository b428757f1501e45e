/** What somebody may have meant whom no rule understands: a command of the shell, or a file that is not there. */

import { boundedLine } from '@parley/acp/guard'
import { nearestWord } from '../commands/near-word.js'
import { PROGRAMS } from './doing-rules.js'
import { SHOW } from './looking-rules.js'
import { type PlainRequest, unquote } from './request.js'

const SHELL = new RegExp(`^(?:${PROGRAMS})(?: .+)?$`)
/** Words of everyday English, which are commands only with what usually follows them. */
const EVERYDAY =
  /^(?:find|go|make|echo|cat|swift|node|bundle|composer)(?! (?:-|\.|build|test|run|vet|mod|fmt|install|check|all$))/
const LOOKING = new RegExp(
  `^(?:${SHOW}|explain|describe|summari[sz]e|outline|tell me about|what (?:is|does)|run|edit) (?:the )?(?:file )?(?<target>\\S+?)(?: do)?$`,
  'i',
)
/** What is told from other words by its ending, or by how it begins. */
const FILE = /^(?:[\w./@+~-]*[\w-]\.[A-Za-z]\w{0,9}|\.{0,2}\/[\w./@+~-]+)$/
const MOST_FILES = 5_000
const MOST_NEAR = 3

/** A sentence that helps; nothing when there is nothing to guess. */
export async function findHint(request: PlainRequest): Promise<string | undefined> {
  const { text } = request
  const typed = boundedLine(text, 200)
  if (SHELL.test(text) && !EVERYDAY.test(text)) return `Did you mean \`/run ${typed}\`?`
  const target = unquote(LOOKING.exec(text)?.groups?.target ?? '')
  return FILE.test(target) ? sayMissing(target, request) : undefined
}

async function sayMissing(target: string, { errand: { workspace } }: PlainRequest): Promise<string> {
  const { items } = await workspace.find('**/*', MOST_FILES)
  const paths = items.map(path => workspace.shorten(path))
  const near = nearNames(target, paths)
  const names = near.map(name => `\`${boundedLine(name, 200)}\``).join(', ')
  const question =
    near.length === 0 ? ' `/find` looks for one by a part of its name.' : ` Did you mean ${names}?`
  if (!target.includes('/') && near.length > 1 && near.every(path => nameOf(path) === target))
    return `There is more than one ${target}. Which one do you mean: ${names}?`
  return `There is no file ${boundedLine(target, 200)} in this project.${question}`
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The same name elsewhere is nearest; else one that is spelled almost so. */
function nearNames(target: string, paths: readonly string[]): readonly string[] {
  const wanted = nameOf(target)
  const elsewhere = paths.filter(path => nameOf(path).toLowerCase() === wanted.toLowerCase())
  if (elsewhere.length > 0) return elsewhere.slice(0, MOST_NEAR)
  const near = nearestWord(wanted, [...new Set(paths.map(path => nameOf(path).toLowerCase()))])
  return paths.filter(path => nameOf(path).toLowerCase() === near).slice(0, MOST_NEAR)
}
