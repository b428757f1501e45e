/** A client of the protocol behind which a gateway stands: reached, greeted, and heard in the gateway's own words. */

import { type Client, connect, type Host } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import type { Version } from '@parley/acp/protocol'
import type { RemoteState } from '@parley/acp/transport'
import { tokenHeaders, toLost } from '../connect/token.js'
import { EXIT } from '../exit-code.js'
import { Failure, messageOf } from '../failure.js'
import type { Shell } from '../shell.js'
import { readVersion } from '../version.js'
import { FarChannel } from './far-channel.js'
import type { FarPlace } from './far-place.js'
import { type FarListener, type FarPerson, hearing } from './far-words.js'
import type { QuestionBook } from './question-book.js'

export interface FarMeans {
  readonly far: FarPlace
  readonly shell: Pick<Shell, 'env' | 'cwd'>
  readonly version: Version
  readonly listener?: FarListener | undefined
  /** Asked what the agent asks. Files and terminals are not lent: the session works on the other side. */
  readonly asked?: Pick<Host, 'permission' | 'elicit'> | undefined
  readonly onState?: ((state: RemoteState) => void) | undefined
}

export interface FarClient {
  readonly client: Client<Version>
  readonly self: FarPerson
  readonly questions: QuestionBook
}

const START_MILLISECONDS = 30_000

/** For ever, or until it is asked no more. */
export const unanswered = (_: unknown, { signal }: { readonly signal: AbortSignal }): Promise<undefined> =>
  new Promise(resolve => signal.addEventListener('abort', () => resolve(undefined), { once: true }))

/** Who only looks leaves every question to others. It is offered all the same: who offers less gets an agent of its own. */
const NOBODY: Pick<Host, 'permission' | 'elicit'> = {
  permission: unanswered,
  elicit: { form: unanswered, url: unanswered },
}

/** Rejects with a `Failure` that says what to do. */
export async function openFar(means: FarMeans): Promise<FarClient> {
  const { far, shell, version, listener, asked = NOBODY, onState } = means
  const headers = tokenHeaders(far, shell)
  try {
    const remote = await openChannel(
      { transport: 'websocket', url: far.url },
      { headers, onState, ...(far.ca === undefined ? {} : { ca: far.ca }) },
    )
    const channel = new FarChannel(remote)
    const host = {
      info: { name: 'parley', version: readVersion() },
      ...asked,
      ...(listener === undefined ? {} : { extensions: hearing(listener) }),
    }
    const terms = { version, unstable: true, deadline: START_MILLISECONDS } as const
    const client = await connect<Version>(channel, host, terms)
    if (channel.self === undefined) {
      await client.close()
      throw noGateway()
    }
    return { client, self: channel.self, questions: channel.questions }
  } catch (error) {
    if (error instanceof TypeError)
      throw new Failure(messageOf(error), { exitCode: EXIT.usage, reason: 'usage', cause: error })
    throw toLost(error)
  }
}

function noGateway(): Failure {
  return new Failure('this server is no gateway that can show sessions.', {
    exitCode: EXIT.error,
    reason: 'capability_missing',
    cure: 'an agent behind another server: parley chat --agent "parley connect URL --token-file FILE"',
  })
}
