/** A question where nobody can be asked: what is read out of it, and how the program ends by it. */

import { EXIT, type ExitCode } from '../../exit-code.js'
import type { Question } from '../model/question.js'
import { linesOf } from './questioner.js'

export function unasked(question: Question): {
  readonly lines: readonly string[]
  readonly exitCode: ExitCode
} {
  const isPermission = question.is === 'permission'
  const cure = isPermission
    ? 'Allow it in a policy (--policy <file>, see `parley policy`), or type at a terminal.'
    : 'Type at a terminal, where it can be filled in.'
  // Without what could be typed.
  const lines = linesOf(question).filter(line => !line.startsWith('  Type '))
  return {
    lines: [...lines, `DISMISSED: nobody can be asked here. ${cure}`],
    exitCode: isPermission ? EXIT.denied : EXIT.inputNeeded,
  }
}
