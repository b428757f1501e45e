/** Answers in words, for reports. */

import type { Answer } from './scripted-peer.js'

/** An answer in words that hold nothing of its contents but its code. */
export function describeAnswer(answer: Answer): string {
  if ('silence' in answer) return answer.silence
  return 'error' in answer ? `error ${String(answer.error.code)}` : 'a result'
}
