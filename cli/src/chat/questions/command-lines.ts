/** A command that is asked about, shown once: word by word only where the words could be told apart in another way. */

import type { PermissionRequest } from '@parley/acp/client'
import { boundedLine } from '@parley/acp/guard'
import type { Question } from '../../run/question-lines.js'

const MOST_TITLE = 300
/** Words that nobody can take for two, or for half of one. */
const PLAIN = /^[\w@%+=:,./^-]+$/
const SHELL = /^(?:\/(?:usr\/)?bin\/)?(?:ba|da|z|k|fi)?sh$/

/** The same question with less of it, where the title or one line says the same. */
export function withCommandOnce(question: Question, { action }: PermissionRequest): Question {
  if (action?.action === 'terminal.exec') return ownOnce(question, action.argv)
  if (action?.action !== 'agent.claimed' || action.runs === undefined) return question
  const { argv } = action.runs
  const [told, ...by] = oneLineOf(argv) ?? []
  const rest = told === undefined ? undefined : withoutWords(question.lines, argv)
  if (told === undefined || rest === undefined) return question
  // What runs comes first: it is seen also where there is room for one line.
  const title = boundedLine(told, MOST_TITLE)
  if (title !== told) return question
  const said = boundedLine(action.title, MOST_TITLE)
  const isSame = said === told || said === `\`${told}\``
  const shown = [...(isSame ? [] : [`  “${said}”`]), ...by.map(shell => `  given to ${shell}`)]
  return { title, lines: rest.flatMap(line => (line === WORDS ? shown : [line])) }
}

/** What this side runs is in the title already, unless that was cut. */
function ownOnce({ title, lines }: Question, argv: readonly string[]): Question {
  const isTold = oneLineOf(argv) !== undefined && title.endsWith(`: ${argv.join(' ')}`)
  const rest = isTold ? withoutWords(lines, argv) : undefined
  return { title, lines: rest?.filter(line => line !== WORDS) ?? lines }
}

/** The command in one line, and behind it which shell it is given to; nothing where that would leave something open. */
function oneLineOf(argv: readonly string[]): readonly string[] | undefined {
  const [program = '', flag = '', text = ''] = argv
  if (argv.length === 1 || argv.every(word => PLAIN.test(word))) return [argv.join(' ')]
  const isShell = argv.length === 3 && SHELL.test(program) && /^-l?c$/.test(flag) && text !== ''
  return isShell ? [text, `${program} ${flag}`] : undefined
}

const WORDS = 'the words'

/** With a mark where the words stood. Words that were cleaned on the way here are not found, and stay. */
function withoutWords(lines: readonly string[], argv: readonly string[]): readonly string[] | undefined {
  const words = argv.map((word, index) => `  [${index}] ${word}`)
  const start = lines.indexOf(words[0] ?? '')
  if (start < 0 || words.some((word, index) => lines[start + index] !== word)) return undefined
  const head = lines[start - 1] === 'Run' ? start - 1 : start
  return [...lines.slice(0, head), WORDS, ...lines.slice(start + words.length)]
}
