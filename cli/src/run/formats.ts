/** The formats by name. Each turns what happens into text on one stream. */

import { sanitizeForDisplay } from '@parley/acp/guard'
import {
  emptyThread,
  reduce,
  type Thread,
  type ThreadUpdate,
  type ThreadVersion,
  toMarkdown,
} from '@parley/acp/thread'
import { toSafeJsonText } from '../listing/safe-json.js'
import type { Output } from '../render/output.js'
import type { Format, RunEvent } from './event.js'
import type { FormatName } from './flags.js'

/** What formats need besides events. */
export interface FormatMeans {
  readonly output: Output
  readonly isColoured: boolean
  readonly isVerbose: boolean
  /** What was said to the agent, for those that show it. */
  readonly prompt: readonly unknown[]
  /** Shows what is no part of the answer. */
  readonly aside: (text: string) => void
  /** Where faults go that happen while nobody waits. */
  readonly fail: (error: unknown) => void
  readonly now: () => number
}

/** Only the one that is wanted is loaded. */
export async function openFormat(name: FormatName, means: FormatMeans): Promise<Format> {
  switch (name) {
    case 'text': {
      const { TextFormat } = await import('./text-format.js')
      return new TextFormat(means)
    }
    case 'json':
      return json(means)
    case 'ndjson': {
      const { Ndjson } = await import('./ndjson.js')
      return new Ndjson(means)
    }
    case 'markdown':
      return new Markdown(means)
    case 'quiet':
      return quiet(means)
  }
}

function json({ output }: FormatMeans): Format {
  return {
    show: event => (event.type === 'end' ? output.write(toSafeJsonText(event.report)) : undefined),
  }
}

function quiet({ output }: FormatMeans): Format {
  return {
    show(event) {
      if (event.type !== 'end') return undefined
      const text = sanitizeForDisplay(event.report.text).trimEnd()
      return text === '' ? undefined : output.write(`${text}\n`)
    },
  }
}

/** Cannot be written before it is over: what was said early may be changed later. */
class Markdown implements Format {
  readonly #means: FormatMeans
  #thread: Thread = emptyThread(1)

  constructor(means: FormatMeans) {
    this.#means = means
  }

  show(event: RunEvent): Promise<void> | undefined {
    switch (event.type) {
      case 'start':
        this.#thread = reduce(emptyThread(event.protocolVersion as ThreadVersion), {
          type: 'prompt',
          content: this.#means.prompt as Extract<Parameters<typeof reduce>[1], { type: 'prompt' }>['content'],
        })
        return undefined
      case 'update':
        this.#thread = reduce(this.#thread, event.update as ThreadUpdate)
        return undefined
      case 'output':
        return undefined
      case 'end':
        return this.#end(event.report.stopReason)
      default:
        return undefined
    }
  }

  #end(stopReason: string | null): Promise<void> | undefined {
    if (stopReason !== null) this.#thread = reduce(this.#thread, { type: 'end', stopReason })
    return this.#means.output.write(sanitizeForDisplay(toMarkdown(this.#thread)))
  }
}
