/** A client with a few sessions, each of which counts without end, and an account of what was heard of them. */
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, connect, type Session } from '@parley/acp/client'
import { openChannel, openWebSocket } from '@parley/acp/node'
import { type Arrival, type Link, type OpenLink, remoteChannel, webSocketLinks } from '@parley/acp/transport'
import type { Said, Transport } from './counting-agent.js'
import { instead } from './instead.js'

/** What is wrong with what was heard. */
export interface Account {
  heard: number
  lost: number
  twice: number
}

const NUMBERS_IN_A_TURN = 40
const LOOK_MILLISECONDS = 1

export class Listener {
  readonly #client: Client
  readonly #said: Said
  readonly #account: Account
  /** By session, the number that is to be heard next. */
  readonly #next = new Map<string, number>()
  readonly #running: Promise<void>[] = []
  #isStopping = false

  constructor(client: Client, said: Said, account: Account) {
    this.#client = client
    this.#said = said
    this.#account = account
  }

  async open(): Promise<void> {
    const session = await this.#client.newSession({ cwd: '/' })
    this.#next.set(session.id, 1)
    this.#running.push(this.#listen(session))
  }

  /** Resolves when all that was said by now, and something that was said later, has been heard. */
  async resumed(session: string | undefined, until: number): Promise<boolean> {
    const names = session !== undefined && this.#next.has(session) ? [session] : [...this.#next.keys()]
    const wanted = names.map(name => ({ name, number: this.#said.get(name) ?? 0 }))
    for (const { name, number } of wanted)
      while ((this.#next.get(name) ?? 0) <= number + 1) {
        if (performance.now() > until) return false
        await delay(LOOK_MILLISECONDS)
      }
    return true
  }

  /** Lets every turn come to its end; then everything that was said must have been heard. */
  async finish(milliseconds: number): Promise<boolean> {
    this.#isStopping = true
    const isOver = await Promise.race([
      Promise.all(this.#running).then(() => true),
      delay(milliseconds, false, { ref: false }),
    ])
    for (const [name, next] of this.#next)
      this.#account.lost += Math.max(0, (this.#said.get(name) ?? 0) + 1 - next)
    await Promise.race([this.#client.close(), delay(milliseconds, undefined, { ref: false })])
    return isOver
  }

  async #listen(session: Session): Promise<void> {
    const { id } = session
    for (let first = 1; !this.#isStopping; first += NUMBERS_IN_A_TURN) {
      const turn = session.prompt(`${id} ${first} ${NUMBERS_IN_A_TURN}`)
      for await (const update of turn.updates)
        if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
          this.#hear(id, Number(update.content.text))
      await turn.outcome
    }
  }

  #hear(name: string, number: number): void {
    const next = this.#next.get(name) ?? 1
    this.#account.heard++
    if (number < next) this.#account.twice++
    else {
      this.#account.lost += number - next
      this.#next.set(name, number + 1)
    }
  }
}

export async function connected(
  transport: Transport,
  port: number,
  options: { readonly isForgetful: boolean },
): Promise<Client> {
  const scheme = transport === 'http' ? 'http' : 'ws'
  const url = `${scheme}://127.0.0.1:${port}/acp`
  if (!options.isForgetful) return connect(await openChannel({ transport, url }))
  return connect(remoteChannel(forgetful(webSocketLinks(() => openWebSocket(url)))))
}

/** A twin that is broken on purpose: it does not look at the numbers, and so takes everything for new. */
function forgetful(openLink: OpenLink): OpenLink {
  return async (opening, resumption) => {
    const link = await openLink(opening, resumption)
    const arrivals = unnumbered(link.arrivals)
    return instead(link, name => (name === 'arrivals' ? arrivals : undefined))
  }
}

async function* unnumbered(arrivals: Link['arrivals']): AsyncGenerator<Arrival[]> {
  for await (const batch of arrivals) yield batch.map(arrival => ({ ...arrival, event: undefined }))
}
