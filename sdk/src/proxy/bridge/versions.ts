/** Which version a greeting is in, and what it is in the other. The only file of the bridge that compares their numbers. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { toNewGreeting, toOldGreeting } from './capabilities.js'
import { invalidParams, supportedBy } from './errors.js'
import { type Fields, fieldsOf } from './fields.js'

/** Whoever asks for a version that is not known yet speaks the latest that is. */
export function isNew({ protocolVersion }: Fields): boolean {
  return typeof protocolVersion === 'number' && protocolVersion >= 2
}

/** Also where the agent answers with a version that nobody knows: the client has to decide what to make of it. */
export function isSameAge(greeting: Fields, welcome: Fields): boolean {
  const answered = welcome.protocolVersion
  if (answered !== 1 && answered !== 2) return true
  return isNew(greeting) === isNew(welcome)
}

/** The same greeting in the words of the version that whoever says it does not speak. */
export function toOtherGreeting(greeting: Fields): Fields {
  return isNew(greeting) ? toOldGreeting(greeting) : toNewGreeting(greeting)
}

/** In the words of all: who speaks the earlier version needs no other, and the later passes over what it does not know. */
export function toGreetingOfAll(greeting: Fields): Fields {
  return { ...toOldGreeting(greeting), ...greeting }
}

/** Whether whoever refused a greeting speaks the version that it was not said in. */
export function speaksOther(greeting: Fields, refused: ErrorObject): boolean {
  return supportedBy(refused).includes(isNew(greeting) ? 1 : 2)
}

/** What version 2 demands, and an agent of version 1 does not look at. */
export function flawIn({ protocolVersion, info }: Fields): ErrorObject | undefined {
  const { name, version } = fieldsOf(info)
  const isNamed = typeof name === 'string' && typeof version === 'string'
  return protocolVersion === 2 && !isNamed ? invalidParams('/info', 'a name and a version') : undefined
}
