/** A process of clients: their sessions never rest, others of them are opened and deleted, and all is put down. */
import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Client, connect, isRpcError, type Session } from '@parley/acp/client'
import { Conversation } from './conversation.js'
import type { Asked, Beginning, FromPlayer, Moment, Passing, Report, Seen, ToPlayer } from './order.js'
import { witnessed } from './witness.js'

const DEEDS = ['count 5', 'count 40', 'count 120', 'ask -', 'edit -'] as const
const STREAMING_AFTER = 10
const ANSWER_MILLISECONDS = 30
const QUIET_MILLISECONDS = 400
const REST_MILLISECONDS = 10

class Player {
  readonly #order: Beginning
  readonly #seen = new Map<string, Seen>()
  readonly #asked: Asked[] = []
  readonly #passing: Passing[] = []
  readonly #flaws: string[] = []
  readonly #opened: string[] = []
  readonly #conversations: Conversation[] = []
  readonly #running: Promise<void>[] = []
  #awaited: Moment | undefined
  #isStopping = false
  #broken = 0
  #heardAt = 0

  constructor(order: Beginning) {
    this.#order = order
  }

  async begin(client: Client): Promise<readonly string[]> {
    const sessions: string[] = []
    for (let index = 0; index < this.#order.sessions; index++) {
      const session = await this.#open(client)
      sessions.push(session.id)
      this.#running.push(this.#converse(session))
    }
    this.#running.push(this.#comeAndGo(client), this.#breakOff(await this.connect('/acp/forgetful')))
    return sessions
  }

  async connect(path = '/acp'): Promise<Client> {
    const saw = (seen: Seen): void => {
      this.#heardAt = performance.now()
      const known = this.#seen.get(seen.event)
      if (known !== undefined && JSON.stringify(known.message) !== JSON.stringify(seen.message))
        this.#flaws.push(`${seen.event} was told twice, and differently`)
      this.#seen.set(seen.event, seen)
    }
    const channel = await witnessed(this.#order.transport, this.#order, { path, saw })
    return await connect(channel, {
      permission: async ({ options }) => {
        this.#reached('asking')
        await delay(Math.random() * ANSWER_MILLISECONDS)
        return options[Math.floor(Math.random() * options.length)]
      },
      files: {
        write: async () => {
          this.#reached('editing')
          await delay(Math.random() * ANSWER_MILLISECONDS)
          return {}
        },
      },
    })
  }

  async watch(client: Client, sessions: readonly string[]): Promise<void> {
    for (const sessionId of sessions) {
      const conversation = new Conversation(sessionId)
      const { folder: cwd } = this.#order
      await client.loadSession({ sessionId, cwd, onUpdate: update => conversation.hear(update) })
      this.#conversations.push(conversation)
    }
  }

  await(moment: Moment): void {
    this.#awaited = moment
  }

  async stop(milliseconds: number): Promise<void> {
    this.#isStopping = true
    const isOver = Promise.all(this.#running).then(() => true)
    if (!(await Promise.race([isOver, delay(milliseconds, false)])))
      this.#flaws.push('something was never answered')
  }

  async report(file: string): Promise<void> {
    while (performance.now() - this.#heardAt < QUIET_MILLISECONDS) await delay(QUIET_MILLISECONDS)
    const threads = this.#conversations.map(({ sessionId, entries }) => ({ sessionId, entries }))
    const flaws = [...this.#flaws, ...this.#conversations.flatMap(each => each.flaws)]
    const [seen, asked, passing, broken] = [
      [...this.#seen.values()],
      this.#asked,
      this.#passing,
      this.#broken,
    ]
    const report: Report = { seen, asked, passing, opened: this.#opened, threads, broken, flaws }
    writeFileSync(file, JSON.stringify(report))
  }

  /** A killed gateway cannot say whether it made a session, so who wants one asks again. */
  async #open(client: Client): Promise<Session> {
    for (;;) {
      try {
        const session = await client.newSession({ cwd: this.#order.folder })
        this.#opened.push(session.id)
        return session
      } catch (error) {
        if (!isLost(error)) throw error
      }
    }
  }

  #reached(moment: Moment): void {
    if (this.#awaited !== moment) return
    this.#awaited = undefined
    tell({ said: 'moment' })
  }

  async #converse(session: Session): Promise<void> {
    const conversation = new Conversation(session.id)
    conversation.listen(session)
    this.#conversations.push(conversation)
    while (!this.#isStopping) {
      await this.#turn(session, conversation)
      await delay(Math.random() * REST_MILLISECONDS)
    }
    // Whatever happened before: it is still the same session.
    await this.#turn(session, conversation)
  }

  /** Whatever becomes of the gateway meanwhile: it is answered, and not with an error. */
  async #turn(session: Session, conversation: Conversation): Promise<void> {
    const text = `${DEEDS[Math.floor(Math.random() * DEEDS.length)]} ${crypto.randomUUID()}`
    conversation.say(text)
    const turn = session.prompt(text)
    this.#reached('posted')
    let heard = 0
    const stop = session.onUpdate(() => {
      if (++heard === STREAMING_AFTER) this.#reached('streaming')
    })
    try {
      const { stopReason } = await turn.outcome
      conversation.over(stopReason)
      this.#reached('answered')
      this.#asked.push({ sessionId: session.id, text, end: stopReason })
    } catch (error) {
      this.#flaws.push(`${session.id}: ${text} failed: ${error}`)
      await delay(QUIET_MILLISECONDS)
    }
    stop()
  }

  /** Sessions that are opened, used once and deleted. */
  async #comeAndGo(client: Client): Promise<void> {
    while (!this.#isStopping) {
      const opening = this.#open(client)
      this.#reached('opening')
      try {
        const session = await opening
        const conversation = new Conversation(session.id)
        conversation.listen(session)
        await this.#turn(session, conversation)
        const deleting = client.deleteSession(session.id)
        this.#reached('deleting')
        await deleting
        this.#passing.push({ sessionId: session.id, isDeleted: true })
      } catch (error) {
        this.#flaws.push(`a session could not come and go: ${error}`)
        await delay(QUIET_MILLISECONDS)
      }
    }
  }

  /** Sessions of an agent that cannot take them up again: each goes on until it is said to be broken. */
  async #breakOff(client: Client): Promise<void> {
    while (!this.#isStopping) {
      const conversation = new Conversation('forgetful')
      try {
        const session = await this.#open(client)
        conversation.listen(session)
        while (!this.#isStopping) {
          const text = `count 3 ${crypto.randomUUID()}`
          conversation.say(text)
          conversation.over((await session.prompt(text).outcome).stopReason)
          await delay(QUIET_MILLISECONDS / 4)
        }
      } catch (error) {
        if (!isBroken(error)) this.#flaws.push(`a session that cannot be taken up: ${error}`)
        this.#broken++
      }
      this.#flaws.push(...conversation.flaws)
    }
    await client.close()
  }
}

function isLost(error: unknown): boolean {
  return isRpcError(error) && error.reason === 'lost'
}

function isBroken(error: unknown): boolean {
  return isRpcError(error) && JSON.stringify(error.data ?? {}).includes('"isBroken":true')
}

function tell(message: FromPlayer): void {
  process.send?.(message)
}

let player: Player | undefined
let client: Client | undefined

async function obey(message: ToPlayer): Promise<void> {
  if (message.say === 'begin') {
    player = new Player(message.order)
    client = await player.connect()
    tell({ said: 'begun', sessions: await player.begin(client) })
  } else if (message.say === 'watch' && client !== undefined) {
    await player?.watch(client, message.sessions)
    tell({ said: 'watching' })
  } else if (message.say === 'await') player?.await(message.moment)
  else if (message.say === 'stop') {
    await player?.stop(message.milliseconds)
    tell({ said: 'stopped' })
  } else if (message.say === 'report') {
    await player?.report(message.file)
    tell({ said: 'reported' })
    process.exit(0)
  }
}

process.on('message', (message: ToPlayer) => void obey(message))
process.on('disconnect', () => process.exit(1))
