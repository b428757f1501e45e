import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isGone, makePlace } from '../run/command.fixture.js'
import { bridge, comeTo, configOf, hear, serve } from './serving.fixture.js'

test.each(['ws', 'http'] as const)(
  'a gateway killed in the middle of a turn comes back over %s: the turn has ended visibly, nothing told is lost',
  async scheme => {
    const place = makePlace()
    const config = configOf(place)
    const first = await serve(place, [...config, '--port', '0'])
    const { channel, said } = bridge(place, first, scheme)
    const client = await comeTo(channel)
    const session = await client.newSession({ cwd: place.cwd })
    const heard = hear(session)
    await session.prompt('say before').outcome
    const turn = session.prompt('slowly 2000')
    await expect.poll(heard, { timeout: 10_000 }).toContain(' 20 ')
    await first.end('SIGKILL')
    // The agent ends with the gateway that started it.
    expect(await isGone(place.mark)).toBe(true)
    const before = heard()
    await serve(place, [...config, '--port', String(first.port)])
    // The client does nothing for it.
    expect((await turn.outcome).stopReason).toBe('cancelled')
    expect(heard().startsWith(before)).toBe(true)
    expect(heard()).toContain('The server was ended')
    const numbers =
      heard()
        .match(/\d+(?= )/g)
        ?.map(Number) ?? []
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    expect((await session.prompt('say after').outcome).stopReason).toBe('end_turn')
    expect(heard()).toMatch(/after $/)
    expect(said()).toMatch(
      /^parley: connected\nparley: lost the server[^\n]*\n(parley: [^\n]*\n)*parley: connected\n$/,
    )
    const carriedOut = readFileSync(join(place.cwd, 'carried-out'), 'utf8')
    expect(carriedOut).toBe('say before\nslowly 2000\nsay after\n')
    await client.close()
    expect(await channel.exited).toEqual({ code: 0, signal: null })
  },
)

test.each(['ws', 'http'] as const)(
  'a gateway that is started anew finds its clients over %s where they were',
  async scheme => {
    const place = makePlace()
    const config = configOf(place)
    const served = await serve(place, [...config, '--port', '0'])
    const { channel } = bridge(place, served, scheme)
    const client = await comeTo(channel)
    const session = await client.newSession({ cwd: place.cwd })
    const heard = hear(session)
    await session.prompt('say before').outcome
    // Nothing was said in this one yet.
    const fresh = await client.newSession({ cwd: place.cwd })
    const first = hear(fresh)
    expect(await served.end('SIGTERM')).toBe(0)
    await serve(place, [...config, '--port', String(served.port)])
    expect((await fresh.prompt('say first').outcome).stopReason).toBe('end_turn')
    expect(first()).toBe('first ')
    expect((await session.prompt('say after').outcome).stopReason).toBe('end_turn')
    expect(heard()).toBe('before after ')
  },
)

test('a second gateway on one state folder says whose it is and does not start, and one of its own does', async () => {
  const place = makePlace()
  const config = configOf(place)
  const first = await serve(place, [...config, '--port', '0'])
  const refused = serve(place, [...config, '--port', '0'])
  await expect(refused).rejects.toThrow(
    `Another gateway (process ${first.child.pid}) runs on the state folder`,
  )
  await expect(refused).rejects.toThrow('stateFolder')
  await serve(place, [...configOf(place, { stateFolder: join(place.home, 'another') }), '--port', '0'])
})
