/** Signing in: what proves who somebody is stays here, unless whoever set this up has said that it may travel. */

import { isFields } from '../../schema/fields.js'
import { withoutShelves } from '../kept.js'
import { type Fields, giveBack, layAway, takeOut } from './respelling.js'

/** The params of theirs as we are asked with them. */
export function signInToOurs(params: unknown, passesCredentials: boolean): unknown {
  if (!passesCredentials) return listed(params)
  if (!isFields(params)) return params
  const { credentials, ...others } = params
  return layAway(others, credentials === undefined ? {} : { credentials })
}

/** The params of ours as they are asked with them. */
export function signInToTheirs(params: unknown, passesCredentials: boolean): unknown {
  if (!passesCredentials) return listed(params)
  if (!isFields(params)) return params
  const { bare, extras } = takeOut(params)
  return giveBack(bare, extras)
}

/** Only what is known to be no secret: nobody can list all the places where one may stand. */
function listed(params: unknown): unknown {
  if (params === undefined) return undefined
  if (!isFields(params)) return {}
  const { methodId, _meta } = params
  const meta: Fields = isFields(_meta) ? withoutShelves(_meta) : {}
  return {
    ...(typeof methodId === 'string' ? { methodId } : {}),
    ...(Object.keys(meta).length > 0 ? { _meta: meta } : {}),
  }
}
