import { afterEach, describe, expect, test } from 'vitest'
import type { AuthMethod, Client, FormRequest, UrlRequest } from '../../client/index.js'
import { Bench, follow } from './our-client.fixture.js'
import { saidIn } from './said.fixture.js'

let bench = new Bench()

afterEach(async () => {
  await bench[Symbol.asyncDispose]()
  bench = new Bench()
})

const cwd = '/'

const textIn = (update: unknown) => {
  const { content } = update as { content?: { text?: string } | { text?: string }[] }
  return (Array.isArray(content) ? content[0] : content)?.text
}

const connectTo = (version: 1 | 2): Promise<Client<1 | 2>> =>
  bench.connect<1 | 2>(`keeper-${version}`, { version, unstable: true })

describe.each([1, 2] as const)(
  'our client with a keeper of sessions on the official SDK, version %i',
  version => {
    test('loads a session, which is told again before it is handed out', async () => {
      const client = await connectTo(version)
      const { id } = await client.newSession({ cwd })
      const heard: unknown[] = []
      client.session(id, { cwd }).onUpdate(update => heard.push(textIn(update)))
      const session = await client.loadSession({ sessionId: id, cwd })
      expect(heard.filter(text => text !== undefined)).toEqual(['hello', 'again'])
      expect((await follow(session.prompt('go'))).outcome.stopReason).toBe('end_turn')
      const error = await client.loadSession({ sessionId: 'nobody', cwd }).catch(error => error)
      expect(error).toMatchObject({ code: -32002 })
    })

    test('resumes a session without having it told again', async () => {
      const client = await connectTo(version)
      const { id } = await client.newSession({ cwd })
      const heard: unknown[] = []
      const session = await client.resumeSession({
        sessionId: id,
        cwd,
        onUpdate: update => heard.push(textIn(update)),
      })
      expect(heard.filter(text => text !== undefined)).toEqual([])
      expect((await follow(session.prompt('go'))).outcome.stopReason).toBe('end_turn')
    })

    test('lists sessions over all pages, and those of one directory', async () => {
      const client = await connectTo(version)
      const made: string[] = []
      for (const place of ['/a', '/a', '/b', '/a', '/a'])
        made.push((await client.newSession({ cwd: place })).id)
      const all: string[] = []
      for await (const { sessionId } of client.listSessions()) all.push(sessionId)
      expect(all).toEqual(made)
      const some: string[] = []
      for await (const info of client.listSessions({ cwd: '/a' })) some.push(info.cwd)
      expect(some).toEqual(['/a', '/a', '/a', '/a'])
      expect(await client.listSessionsPage({ cwd: '/b' })).toMatchObject({ sessions: [{ cwd: '/b' }] })
    })

    test('closes and deletes a session, also one that is not there', async () => {
      const client = await connectTo(version)
      const session = await client.newSession({ cwd })
      await session.close()
      await expect(session.prompt('go').outcome).rejects.toMatchObject({ reason: 'session_closed' })
      await client.deleteSession(session.id)
      await client.deleteSession(session.id)
      expect((await client.listSessionsPage()).sessions).toEqual([])
    })

    test('forks a session', async () => {
      const client = await connectTo(version)
      const session = await client.newSession({ cwd })
      const fork = await session.fork()
      expect(fork.id).not.toBe(session.id)
      expect((await follow(fork.prompt('go'))).outcome.stopReason).toBe('end_turn')
    })

    test('archives a session and back, asks for its state, and names it', async () => {
      const client = await connectTo(version)
      const session = await client.newSession({ cwd })
      await session.setTitle(' A talk ')
      expect(session.title).toBe('A talk')
      expect(await client.sessionStatus(session.id)).toBe('open')
      await client.archiveSession(session.id)
      expect(session.isClosed).toBe(true)
      await client.unarchiveSession(session.id)
      await expect(client.sessionStatus('nobody')).rejects.toMatchObject({ code: -32002 })
    })

    test('changes modes and settings, and knows what they are', async () => {
      const client = await connectTo(version)
      const session = await client.newSession({ cwd })
      expect(session.mode).toBe('plan')
      await session.setMode('code')
      expect(session.mode).toBe('code')
      await session.setOption('model', 'large')
      await session.setOption('loud', true)
      expect(session.options).toMatchObject([
        { id: 'model', value: 'large' },
        { id: 'loud', value: true },
        ...(version === 2 ? [{ id: 'how', value: 'code' }] : []),
      ])
      expect(session.commands.map(({ name }) => name)).toEqual(version === 2 ? ['plan'] : [])
    })

    test('signs in when it is demanded, once, and out', async () => {
      const asked: (readonly AuthMethod[])[] = []
      bench.more = {
        auth: {
          choose: methods => {
            asked.push(methods)
            return methods[0]
          },
        },
      }
      const client = await connectTo(version)
      await client.newSession({ cwd: '/locked' })
      expect(asked).toMatchObject([[{ id: 'token', type: 'agent' }]])
      await client.newSession({ cwd: '/locked' })
      expect(asked).toHaveLength(1)
      await client.logout()
      await client.newSession({ cwd: '/locked' })
      expect(asked).toHaveLength(2)
    })

    test('answers forms and addresses', async () => {
      const asked: (FormRequest | UrlRequest)[] = []
      const completed: string[] = []
      bench.more = {
        elicit: {
          form: request => {
            asked.push(request)
            return { action: 'accept', content: { name: 'Ada', age: 36 } }
          },
          url: request => {
            asked.push(request)
            return { action: 'decline' }
          },
          completed: id => completed.push(id),
        },
      }
      const client = await connectTo(version)
      const session = await client.newSession({ cwd })
      const { updates } = await follow(session.prompt('elicit'))
      expect(JSON.parse(saidIn(updates).join(''))).toEqual([
        { action: 'accept', content: { name: 'Ada', age: 36 } },
        { action: 'decline' },
      ])
      expect(asked).toMatchObject([
        { sessionId: session.id, message: 'Who are you?' },
        { url: 'https://example.org/login', host: 'example.org' },
      ])
      expect(completed).toEqual([])
    })
  },
)
