import { type Client, connect, type Session } from '@parley/acp/client'
import { openWebSocket } from '@parley/acp/node'
import { emptyThread, RETELLING, reduce, type Thread, toHistory } from '@parley/acp/thread'
import { type OpenLink, remoteChannel, webSocketLinks } from '@parley/acp/transport'
import { expect, onTestFinished, test } from 'vitest'
import { come, type Opened, openGateway } from './serving/gate.fixture.js'

/** A client that says of itself what is not so: which event it has of each session. */
class Forgetful {
  /** What it takes for the last event, by the one that it is. */
  remember = (event: string): string => event
  readonly #sockets: { terminate?(): void }[] = []
  readonly #open: OpenLink

  constructor({ gateway: { url }, token }: Opened) {
    const links = webSocketLinks(async () => {
      const headers = { authorization: `Bearer ${token}` }
      const socket = await openWebSocket(`${url.replace(/^http/, 'ws')}/acp`, { headers })
      this.#sockets.push(socket)
      return socket
    })
    this.#open = (opening, resumption) =>
      links(opening, resumption && { ...resumption, positions: this.#lie(resumption.positions) })
  }

  async connect(): Promise<Client> {
    const channel = remoteChannel(this.#open, { retry: { firstDelay: 5 } })
    const client = await connect(channel, { permission: async ({ options }) => options[0] })
    onTestFinished(() => client.close())
    return client
  }

  break(): void {
    this.#sockets.at(-1)?.terminate?.()
  }

  #lie(positions: ReadonlyMap<string | undefined, string | undefined>) {
    const lied = [...positions].map(([session, event]): [string | undefined, string | undefined] => [
      session,
      session === undefined || event === undefined ? event : this.remember(event),
    ])
    return new Map(lied)
  }
}

/** A session as an application has it. */
class Shown {
  thread: Thread = emptyThread(1)
  readonly retellings: string[] = []
  readonly #session: Session

  constructor(session: Session) {
    this.#session = session
    session.onUpdate(update => {
      this.thread = reduce(this.thread, update)
      if (update.sessionUpdate === RETELLING) this.retellings.push(update.state)
    })
  }

  async prompt(text: string): Promise<void> {
    const turn = this.#session.prompt(text)
    this.thread = reduce(this.thread, { type: 'prompt', content: turn.message })
    const { stopReason } = await turn.outcome
    this.thread = reduce(this.thread, { type: 'end', stopReason })
  }
}

test.each([
  ['another telling', () => 'another.3'],
  ['a place that is not there yet', (event: string) => `${event.split('.')[0]}.9999`],
])(
  'a client that has %s is told all again, and then shows what everybody sees, each thing once',
  async (_title, lie) => {
    const opened = await openGateway()
    const forgetful = new Forgetful(opened)
    const client = await forgetful.connect()
    const session = await client.newSession({ cwd: opened.folder })
    const shown = new Shown(session)
    await shown.prompt('say one')
    await shown.prompt('ask')
    forgetful.remember = lie
    // In the middle of a turn, and before a prompt that the gateway has not had.
    const turn = shown.prompt('slowly 60')
    await expect.poll(() => JSON.stringify(toHistory(shown.thread))).toContain('10 11 12')
    forgetful.break()
    await turn
    forgetful.break()
    await shown.prompt('say two')
    forgetful.remember = event => event
    forgetful.break()
    await shown.prompt('say three')
    expect(shown.retellings).toEqual(['begins', 'ends', 'begins', 'ends'])
    const other = await come(opened)
    const whole: { thread: Thread } = { thread: emptyThread(1) }
    await other.loadSession({
      ...{ sessionId: session.id, cwd: opened.folder },
      onUpdate: update => (whole.thread = reduce(whole.thread, update)),
    })
    expect(toHistory(shown.thread)).toEqual(toHistory(whole.thread))
    expect(JSON.stringify(toHistory(whole.thread)).match(/say two/g)).toHaveLength(1)
  },
)
