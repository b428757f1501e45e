/** Our clients of both versions and one on the official SDK, over real sockets and requests, in one session of a real process. */
import * as v1 from '@agentclientprotocol/sdk'
import * as v2 from '@agentclientprotocol/sdk/experimental/v2'
import { connect, type Host, type Session } from '@parley/acp/client'
import type { Channel, Outgoing } from '@parley/acp/jsonrpc'
import { openChannel } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { type Endpoint, serve } from '../hub/endpoint.fixture.js'
import { makePlace } from '../hub/place.fixture.js'

type Version = 1 | 2
interface Update {
  readonly sessionUpdate: string
  readonly content?: unknown
  readonly status?: string
}

/** A channel as the official SDK wants it. */
function toStream(channel: Channel): v1.Stream {
  const messages = channel.incoming[Symbol.asyncIterator]()
  return {
    readable: new ReadableStream({
      async pull(controller) {
        const { value, done } = await messages.next()
        if (done === true) return controller.close()
        for (const message of value.messages) controller.enqueue(message as v1.AnyMessage)
      },
    }),
    writable: new WritableStream({
      write: message => channel.send(message as Outgoing, JSON.stringify(message)),
    }),
  }
}

const open = ({ url }: Endpoint, transport: 'http' | 'websocket'): Promise<Channel> =>
  openChannel({ transport, url: `${transport === 'http' ? 'http' : 'ws'}${url}` })

async function join(version: Version, channel: Channel, host: Host) {
  const client = await connect<Version>(channel, host, { version, unstable: true })
  onTestFinished(() => client.close())
  return client
}

/** What was said by whomever, whatever it is called in the version at hand. */
function transcript(updates: readonly Update[]): string {
  return updates
    .filter(({ sessionUpdate }) => /^(user|agent)_message(_chunk)?$/.test(sessionUpdate))
    .flatMap(({ content }) => content as { text?: string } | readonly { text?: string }[])
    .map(({ text = '' }) => text.trim())
    .join(' ')
}

function hear(session: Session<Version>): Update[] {
  const updates: Update[] = []
  session.onUpdate(update => void updates.push(update as Update))
  return updates
}

interface Official {
  readonly updates: Update[]
  readonly asked: unknown[]
  enter(sessionId: string, cwd: string): Promise<unknown>
  prompt(sessionId: string, words: string): Promise<unknown>
  cancel(sessionId: string): Promise<void>
}

const info = { name: 'official-client', version: '2.4.0' }
const blocks = (text: string) => [{ type: 'text' as const, text }]

async function officialOld(channel: Channel): Promise<Official> {
  const [updates, asked]: [Update[], unknown[]] = [[], []]
  const { agent } = v1
    .client({ name: info.name })
    .onRequest(v1.methods.client.session.requestPermission, ({ params }) => {
      asked.push(params)
      return new Promise(() => {})
    })
    .onNotification(
      v1.methods.client.session.update,
      ({ params }) => void updates.push(params.update as Update),
    )
    .connect(toStream(channel))
  const { session } = v1.methods.agent
  await agent.request(v1.methods.agent.initialize, {
    ...{ protocolVersion: 1, clientInfo: info, clientCapabilities: {} },
  })
  return {
    ...{ updates, asked },
    enter: (sessionId, cwd) => agent.request(session.load, { sessionId, cwd, mcpServers: [] }),
    prompt: (sessionId, words) => agent.request(session.prompt, { sessionId, prompt: blocks(words) }),
    cancel: sessionId => agent.notify(session.cancel, { sessionId }),
  }
}

async function officialNew(channel: Channel): Promise<Official> {
  const [updates, asked]: [Update[], unknown[]] = [[], []]
  const { agent } = v2
    .client({ name: info.name })
    .onRequest(v2.methods.client.session.requestPermission, ({ params }) => {
      asked.push(params)
      return new Promise(() => {})
    })
    .onNotification(
      v2.methods.client.session.update,
      ({ params }) => void updates.push(params.update as Update),
    )
    .connect(toStream(channel))
  const { session } = v2.methods.agent
  await agent.request(v2.methods.agent.initialize, { protocolVersion: 2, info })
  const replayFrom = { type: 'start' as const }
  return {
    ...{ updates, asked },
    enter: (sessionId, cwd) => agent.request(session.resume, { sessionId, cwd, replayFrom }),
    prompt: (sessionId, words) => agent.request(session.prompt, { sessionId, prompt: blocks(words) }),
    cancel: sessionId => agent.notify(session.cancel, { sessionId }),
  }
}

test.each([
  { held: 1, joins: 2, official: officialNew },
  { held: 2, joins: 1, official: officialOld },
] as const)(
  'three clients, two of version $joins and one of them on the official SDK, hold one conversation of version $held',
  async ({ held, joins, official }) => {
    const place = await makePlace()
    const { folder } = place
    const endpoint = await serve(place)
    const first = await join(held, await open(endpoint, 'websocket'), {
      permission: () => new Promise(() => {}),
    })
    const own = await first.newSession({ cwd: folder })
    const heard = hear(own)
    await own.prompt('say one').outcome
    const answers = {
      permission: async ({ options }: { options: readonly { optionId: string }[] }) => options[0],
    }
    const second = await join(joins, await open(endpoint, 'http'), answers as Host)
    const same = await second.loadSession({ sessionId: own.id, cwd: folder })
    const third = await official(await open(endpoint, 'websocket'))
    await third.enter(own.id, folder)
    await expect.poll(() => transcript(third.updates), { timeout: 10_000 }).toBe('say one one')
    await own.prompt('ask').outcome
    await expect.poll(() => third.asked, { timeout: 10_000 }).toHaveLength(1)
    await expect.poll(() => transcript(heard), { timeout: 10_000 }).toContain('chosen: allow_once')
    await expect
      .poll(() => transcript(third.updates), { timeout: 10_000 })
      .toBe('say one one ask chosen: allow_once')
    await same.prompt('say two').outcome
    await expect.poll(() => transcript(third.updates), { timeout: 10_000 }).toContain('say two two')
    await expect.poll(() => transcript(heard), { timeout: 10_000 }).toContain('two')
    const hanging = own.prompt('hang')
    await expect.poll(() => transcript(third.updates), { timeout: 10_000 }).toContain('hang hanging')
    await third.cancel(own.id)
    expect((await hanging.outcome).stopReason).toBe('cancelled')
    await third.prompt(own.id, 'say three')
    await expect.poll(() => transcript(heard), { timeout: 10_000 }).toMatch(/say three three$/)
    expect(await place.carriedOut()).toEqual(['say one', 'ask', 'say two', 'hang', 'say three'])
  },
)
