import { type Client, connect, type Session } from '@parley/acp/client'
import { openChannel } from '@parley/acp/node'
import { expect, onTestFinished, test } from 'vitest'
import { type Endpoint, serve } from './endpoint.fixture.js'
import { makePlace } from './place.fixture.js'

async function join(transport: 'http' | 'websocket', { url }: Endpoint): Promise<Client> {
  const scheme = transport === 'http' ? 'http' : 'ws'
  const channel = await openChannel({ transport, url: `${scheme}${url}` })
  const client = await connect(channel, { permission: async ({ options }) => options[0] })
  onTestFinished(() => client.close())
  return client
}

test.each(['websocket', 'http'] as const)(
  'the kit of clients holds a conversation over %s, whatever breaks',
  async transport => {
    const place = await makePlace()
    const endpoint = await serve(place)
    const client = await join(transport, endpoint)
    const session = await client.newSession({ cwd: place.folder })
    const turn = session.prompt('slowly 100')
    let text = ''
    let count = 0
    for await (const update of turn.updates) {
      if (update.sessionUpdate !== 'agent_message_chunk') continue
      text += (update.content as { text: string }).text
      if (++count % 30 === 0) endpoint.cut()
    }
    expect((await turn.outcome).stopReason).toBe('end_turn')
    expect(text.trim().split(' ').map(Number)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
    const asking = session.prompt('ask')
    expect((await asking.outcome).stopReason).toBe('end_turn')
    expect(await place.carriedOut()).toEqual(['slowly 100', 'ask'])
  },
)

test('one screen is on a socket, another on HTTP, and both see the same', async () => {
  const place = await makePlace({ keeps: true })
  const endpoint = await serve(place)
  const [near, far] = [await join('websocket', endpoint), await join('http', endpoint)]
  const session = await near.newSession({ cwd: place.folder })
  const said = hear(session)
  await session.prompt('say one').outcome
  const same = await far.loadSession({ sessionId: session.id, cwd: place.folder })
  const told = hear(same)
  await same.prompt('say two').outcome
  await expect.poll(said, { timeout: 5_000 }).toBe('one say two two ')
  await expect.poll(told, { timeout: 5_000 }).toBe('say one one two ')
})

/** What was said in a session, by whomever, as this client heard it. */
function hear(session: Session): () => string {
  let text = ''
  session.onUpdate(({ sessionUpdate, ...update }) => {
    const content = 'content' in update ? (update.content as { readonly text?: string }) : {}
    if (/^(user|agent)_message_chunk$/.test(sessionUpdate)) text += `${content.text?.trim()} `
  })
  return () => text
}
