/** A client and an agent that speak the same dialect, with plain version 1 between them: each hears what the other said. */
import { type Channel, errorCodes, type Message } from '../../jsonrpc/index.js'
import { memoryPair } from '../../transport/index.js'
import { dialect } from '../dialect.js'
import type { DialectName } from '../interpreter.js'
import type { Party, Said, WireMessage } from './examples.fixture.js'

const PATIENCE = 5_000
const SETTLING_TURNS = 5

type Matches = (message: WireMessage) => boolean

/** One party, worked by hand. What it is asked and nobody expects, it refuses; what else it is told, it keeps. */
class Hand {
  readonly strays: WireMessage[] = []
  readonly #channel: Channel
  #matches: Matches = () => false
  #resolve: (message: WireMessage) => void = () => {}

  constructor(channel: Channel) {
    this.#channel = channel
    void this.#listen()
  }

  say(message: WireMessage): void {
    void this.#channel.send(message as Message, JSON.stringify(message))
  }

  hear(matches: Matches): Promise<WireMessage> {
    this.#matches = matches
    return new Promise(resolve => {
      this.#resolve = resolve
    })
  }

  async #listen(): Promise<void> {
    for await (const { messages } of this.#channel.incoming)
      for (const message of messages as WireMessage[]) this.#take(message)
  }

  #take(message: WireMessage): void {
    if (this.#matches(message)) {
      this.#matches = () => false
      this.#resolve(message)
    } else if (message.method !== undefined && message.id !== undefined) {
      const error = { code: errorCodes.method_not_found, message: 'Nobody expects this here' }
      this.say({ jsonrpc: '2.0', id: message.id, error })
    } else this.strays.push(message)
  }
}

/** What crossed in the middle, and for an answer the method it answers. */
export interface Crossed extends Said {
  readonly answers?: string | undefined
}

export class Crossing {
  readonly middle: Crossed[] = []
  readonly #hands: Readonly<Record<Party, Hand>>
  readonly #closers: (() => Promise<void>)[] = []
  /** Under which id the other party knows a call, by who made it and its own id. */
  readonly #ids = new Map<string, number | undefined>()

  constructor(name: DialectName) {
    const client = this.#open(name)
    const agent = this.#open(name)
    void this.#carry('client', client.plain, agent.plain)
    void this.#carry('agent', agent.plain, client.plain)
    this.#hands = { client: client.hand, agent: agent.hand }
  }

  /** What was told beyond what was said, once all that is on its way has arrived. */
  async strays(): Promise<readonly WireMessage[]> {
    for (let turn = 0; turn < SETTLING_TURNS; turn++) await new Promise(resolve => setTimeout(resolve, 0))
    return [...this.#hands.client.strays, ...this.#hands.agent.strays]
  }

  /** Lets one party say something; resolves with what the other heard of it, under the id it was said with. */
  async pass({ from, message }: Said): Promise<WireMessage> {
    const other = from === 'client' ? 'agent' : 'client'
    const isAnswer = message.method === undefined
    const heard = this.#hands[other].hear(one =>
      isAnswer ? one.method === undefined && one.id === message.id : one.method === message.method,
    )
    const id = isAnswer ? this.#ids.get(`${other} ${message.id}`) : message.id
    this.#hands[from].say(id === undefined ? message : { ...message, id })
    const came = await withPatience(heard)
    if (!isAnswer) this.#ids.set(`${from} ${message.id}`, came.id)
    return message.id === undefined ? came : { ...came, id: message.id }
  }

  async close(): Promise<void> {
    await Promise.all(this.#closers.map(close => close()))
  }

  #open(name: DialectName): { readonly hand: Hand; readonly plain: Channel } {
    const [near, far] = memoryPair()
    const plain = dialect(near, name, { passesCredentials: true })
    this.#closers.push(() => plain.close())
    return { hand: new Hand(far), plain }
  }

  async #carry(from: Party, source: Channel, target: Channel): Promise<void> {
    for await (const { messages } of source.incoming)
      for (const message of messages as WireMessage[]) {
        this.middle.push({ from, message, answers: this.#asked(from, message) })
        void target.send(message as Message, JSON.stringify(message))
      }
  }

  #asked(from: Party, { id, method }: WireMessage): string | undefined {
    if (method !== undefined) return undefined
    // Both sides count their calls from one: an answer of the other side may have the same id.
    const asked = this.middle.findLast(
      ({ message, ...said }) => said.from !== from && message.id === id && message.method !== undefined,
    )
    return asked?.message.method
  }
}

async function withPatience<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('nothing of it was heard on the other side')), PATIENCE)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
