/** What can be read off an error of an action: its sentence, and the word by which programs know it. */

import { boundedLine } from '@parley/acp/guard'

const LONGEST = 300

export function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== ''
    ? boundedLine(error.message, LONGEST)
    : 'It did not work, and no reason was given. Try it again.'
}

export function reasonIn(error: unknown): string | undefined {
  const { reason, data }: Readonly<Record<string, unknown>> = Object(error)
  const { reason: inner }: Readonly<Record<string, unknown>> = Object(data)
  return [reason, inner].find(word => typeof word === 'string')
}
