/** Tells the owner of a host. What agents send ends up in notices, and notices end up on screens and in files. */

import { type Action, secretsInArguments, secretsInVariables } from '../../guard/index.js'
import { sanitizeLine } from '../../text/index.js'
import type { Notice, Tell } from './notice.js'
import { toTitle } from './own-question.js'
import { usualRedactor } from './usual-redactor.js'

/** Every notice on one line, fit to be shown, without secrets, and behind the title of the action that it is about. */
export function telling(onNotice: (notice: Notice) => void): Tell {
  return ({ kind, path, message }, about) => {
    const redactor = usualRedactor(about === undefined ? [] : secretsOf(about))
    const clean = (text: string): string => sanitizeLine(redactor.text(text))
    // Each by itself: of what is put together less is known.
    const parts = [...(about === undefined ? [] : [toTitle(redactor.value(about))]), clean(message)]
    onNotice({ kind, path: clean(path), message: parts.join(': ') })
  }
}

function secretsOf(action: Action): readonly string[] {
  const args = 'argv' in action ? secretsInArguments(action.argv) : []
  const env = 'env' in action ? Object.entries(action.env).map(([name, value]) => ({ name, value })) : []
  return [...args, ...secretsInVariables(env)]
}
