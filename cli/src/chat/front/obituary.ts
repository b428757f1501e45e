/** What a person is told when the worker is gone. */

const MOST_LINES = 12

/** Why it is gone, what it said last, and the way back. */
export function obituary(why: string, words: string, command = 'parley'): string {
  const lines = words.split('\n').filter(line => line.trim() !== '')
  const shown = lines.slice(-MOST_LINES).map(line => `  ${clean(line)}`)
  return [
    `parley: the conversation stopped unexpectedly (${why}).`,
    ...shown,
    `  What was said is kept: ${command} chat --resume takes it up again.`,
    '',
  ].join('\n')
}

/** Without the library, which would take longer to load than all of this. */
const clean = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '·').slice(0, 300)
