/**
 * Serves the page of the workbench to whoever may call at all: it holds no secrets, and shows nothing before somebody came
 * in by a ticket or a cookie. Everything that is neither the page nor the protocol is not there.
 */

import type { Asking } from '@parley/acp/transport'
import { type Answer, toRefusalAnswer } from '../guard/answer.js'
import { type NodeRequest, type NodeResponse, sendAnswer, toAsking } from '../guard/node-front.js'
import type { OpenGuard } from '../guard/open-guard.js'
import { hasSecretInTarget } from '../guard/presented.js'
import { isRefusal, type NamedRefusal } from '../guard/refusals.js'
import type { Visitor } from '../guard/visitor.js'
import { acceptedBy } from './accepted.js'
import { pageHeaders } from './page-headers.js'
import type { Page } from './read-page.js'

type PageGuard = Pick<OpenGuard, 'admitPage' | 'refuse'>

const METHODS = 'GET, HEAD'

export class PageDoor {
  readonly #page: Page
  readonly #guard: PageGuard

  constructor(page: Page, guard: PageGuard) {
    this.#page = page
    this.#guard = guard
  }

  /** False for what is the protocol's. */
  answer(request: NodeRequest, response: NodeResponse): boolean {
    const asking = toAsking(request)
    const [path = ''] = asking.target.split('?', 1)
    if (path === '/acp' || path.startsWith('/acp/')) return false
    const fail = (): Answer => refused(this.#guard.refuse(asking, 'internal_error'), asking.isEncrypted)
    sendAnswer(this.#answer(asking, path).catch(fail), request, response)
    return true
  }

  async #answer(asking: Asking, path: string): Promise<Answer> {
    const visitor = this.#guard.admitPage(asking)
    if (isRefusal(visitor)) return refused(visitor, asking.isEncrypted)
    const no = (word: 'method_not_allowed' | 'token_in_url' | 'not_found'): Answer =>
      refused(this.#guard.refuse(asking, word, { visitor }), visitor.isEncrypted)
    if (asking.method !== 'GET' && asking.method !== 'HEAD') return no('method_not_allowed')
    if (hasSecretInTarget(asking.target)) return no('token_in_url')
    const answer = await this.#file(asking, path, visitor)
    return answer ?? no('not_found')
  }

  async #file(asking: Asking, path: string, { isEncrypted }: Visitor): Promise<Answer | undefined> {
    const file = this.#page.get(path)
    if (file === undefined) return undefined
    const { headers, etag, body } = await file.form(acceptedBy(asking.header('accept-encoding')))
    const isKept = hasTag(asking.header('if-none-match'), etag)
    return {
      status: isKept ? 304 : 200,
      headers: { ...pageHeaders(isEncrypted), ...headers },
      body: isKept ? '' : body,
    }
  }
}

function refused(refusal: NamedRefusal, isEncrypted: boolean): Answer {
  const { status, headers, body } = toRefusalAnswer(refusal)
  const allow = refusal.reason === 'method_not_allowed' ? { allow: METHODS } : {}
  return { status, headers: { ...headers, ...pageHeaders(isEncrypted), ...allow }, body }
}

/** A proxy may have made it a weak one; for reading that is as good. */
function hasTag(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some(each => each.trim().replace(/^W\//, '') === etag)
}
