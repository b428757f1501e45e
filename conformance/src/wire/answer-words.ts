/** Answers in words, for reports. */

import type { Answer } from './scripted-peer.js'

/** An answer in words that hold nothing of its contents but its code. */
export function describeAnswer(answer: Answer): string {
  if ('silence' in answer) return answer.silence
  if (!('error' in answer)) return 'a result'
  const { code } = answer.error
  return code === undefined ? 'an answer that is neither a result nor an error' : `error ${String(code)}`
}
