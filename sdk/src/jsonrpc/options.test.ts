import { expect, test } from 'vitest'
import { calm, wired } from './far-end.fixture.js'
import { defaultLimits, withDefaults } from './limits.js'

test('a limit given as undefined is the default, and what is no limit is refused', () => {
  expect(withDefaults({ depth: undefined } as never)).toEqual(defaultLimits)
  for (const depth of [Number.NaN, -1])
    expect(() => withDefaults({ depth })).toThrow(/the limit depth must be a number of at least 0/)
})

test('a deadline longer than any timer is no deadline', async () => {
  const { connection, far } = wired()
  const call = connection.request('ask', {}, { deadline: Number.POSITIVE_INFINITY })
  const { id } = await far.next()
  await calm(20)
  far.answer(id, 'late')
  expect(await call).toBe('late')
  await connection.close()
})

/** A promise of another make, as query builders are. */
class Builder {
  // biome-ignore lint/suspicious/noThenProperty: this is what is tested
  then(done: (value: string) => void): void {
    done('soon')
  }
}

test('a handler may answer with anything that can be awaited', async () => {
  const { connection, far } = wired({ request: () => new Builder() })
  far.request(1, 'ask')
  expect(await far.next()).toMatchObject({ id: 1, result: 'soon' })
  await connection.close()
})
