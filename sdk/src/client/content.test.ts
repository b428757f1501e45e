import { expect, test } from 'vitest'
import { connected, newSession } from '../protocol/parties.fixture.js'
import { finish, versions } from './agents.fixture.js'

const taking = {
  1: { agentCapabilities: { promptCapabilities: { image: true, embeddedContext: true } } },
  2: { capabilities: { session: { prompt: { image: {}, embeddedContext: {} } } } },
} as const

const image = { type: 'image', data: '', mimeType: 'image/png' } as const
const audio = { type: 'audio', data: '', mimeType: 'audio/wav' } as const
const resource = { type: 'resource', resource: { uri: 'file:///a', text: 'a' } } as const

for (const version of versions) {
  test(`version ${version}: what the agent does not take is refused here, by the name of the capability`, async () => {
    const both = await connected({}, { version })
    const session = await newSession(both)
    const running = session.prompt('go')
    for (const [block, capability] of [
      [image, 'image'],
      [audio, 'audio'],
      [resource, 'embeddedContext'],
    ] as const) {
      const turn = session.prompt(['look', block])
      expect(turn.isOver).toBe(true)
      await expect(turn.outcome).rejects.toMatchObject({
        reason: 'capability_missing',
        message: expect.stringContaining(capability),
      })
    }
    await finish(both, version)
    await running.outcome
    expect(both.far.heard.filter(({ method }) => method === 'session/prompt')).toHaveLength(1)
    await both.client.close()
  })

  test(`version ${version}: what the agent takes is sent, and a mention brings its text along`, async () => {
    const both = await connected({}, { version }, taking[version])
    const session = await newSession(both)
    const mention = session.mention('file:///work/a%20b.ts', { text: 'let a', mimeType: 'text/x-ts' })
    const turn = session.prompt(['look', image, mention])
    expect(await finish(both, version)).toMatchObject({
      prompt: [
        { type: 'text', text: 'look' },
        image,
        {
          type: 'resource',
          resource: { uri: 'file:///work/a%20b.ts', text: 'let a', mimeType: 'text/x-ts' },
        },
      ],
    })
    await turn.outcome
    await both.client.close()
  })

  test(`version ${version}: a mention is a link where there is no text or the agent takes none`, async () => {
    const able = await connected({}, { version }, taking[version])
    const unable = await connected({}, { version })
    const [one, other] = [await newSession(able), await newSession(unable)]
    expect(one.mention('file:///work/a%20b.ts')).toEqual({
      type: 'resource_link',
      uri: 'file:///work/a%20b.ts',
      name: 'a b.ts',
    })
    expect(other.mention('https://example.org/x/?q=1', { text: 't', mimeType: 'text/html' })).toEqual({
      type: 'resource_link',
      uri: 'https://example.org/x/?q=1',
      name: 'x',
      mimeType: 'text/html',
    })
    expect(other.mention('file:///%', { name: 'odd' })).toMatchObject({ name: 'odd' })
    expect(other.mention('file:///%')).toMatchObject({ name: '%' })
    await Promise.all([able.client.close(), unable.client.close()])
  })
}
