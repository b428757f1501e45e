/** Takes secrets out of all that one run writes down: those it was told of, and those that give themselves away. */

import { createEntryRedactor, type Entry, learningRedaction } from '@parley/acp/inspect'
import { secretHash } from '@parley/acp/node'

export interface RunRedactor {
  text(text: string): string
  /** The entries of one wire, in their number and order; also what is split over several of them is found. */
  entries(entries: readonly Entry[]): readonly Entry[]
}

/** One for the whole run: equal secrets have equal stand-ins in every part of a report. */
export function createRunRedactor(known: readonly string[]): RunRedactor {
  const means = learningRedaction({ hash: secretHash(), known })
  return {
    text: text => means.redactor.text(text),
    entries: entries => {
      const redactor = createEntryRedactor(means)
      return [...entries.flatMap(entry => redactor.push(entry)), ...redactor.end()]
    },
  }
}
