import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../../runs.fixture.js'
import { type Post, PostLanes } from './post-lanes.js'

interface Parcel extends Post {
  readonly name: number
}

/** Lanes whose posts are taken when the test says so. */
class Bench {
  readonly started: Parcel[] = []
  readonly lanes = new PostLanes<Parcel>(post => this.#run(post))
  readonly #taken = new Map<Parcel, () => void>()
  #count = 0

  add(lane: string | undefined, isAnswer = false): Parcel {
    const post = { lane, isAnswer, name: this.#count++, sentAt: undefined }
    this.lanes.add(post)
    return post
  }

  async take(post: Parcel | undefined): Promise<void> {
    const take = post && this.#taken.get(post)
    if (post !== undefined) this.#taken.delete(post)
    take?.()
    for (let turn = 0; turn < 4; turn++) await Promise.resolve()
  }

  get underWay(): readonly Parcel[] {
    return [...this.#taken.keys()]
  }

  #run(post: Parcel): Promise<void> {
    this.started.push(post)
    post.sentAt = Date.now()
    return new Promise(resolve => this.#taken.set(post, resolve))
  }
}

test('calls of a lane leave one after the other, answers together, and lanes do not wait for each other', async () => {
  const bench = new Bench()
  const [prompt, stop, first, second, other] = [
    bench.add('s1'),
    bench.add('s1'),
    bench.add('s1', true),
    bench.add('s1', true),
    bench.add('s2'),
  ]
  expect(bench.started).toEqual([prompt, other])
  await bench.take(prompt)
  expect(bench.started).toEqual([prompt, other, stop])
  await bench.take(stop)
  expect(bench.started).toEqual([prompt, other, stop, first, second])
})

test('a post that is held gives its place and its order up after a second', async () => {
  const bench = new Bench()
  for (let lane = 0; lane < 40; lane++) bench.add(`s${lane}`)
  const stop = bench.add('s0')
  expect(bench.started).toHaveLength(32)
  await expect.poll(() => bench.started.includes(stop), { timeout: 5_000 }).toBe(true)
  expect(bench.started.indexOf(stop)).toBeGreaterThanOrEqual(32)
  bench.lanes.stop()
})

test('nobody waits for a post that is known to be taken, and its place is given up once', async () => {
  const bench = new Bench()
  const [first, second] = [bench.add('s0'), bench.add('s0')]
  bench.lanes.release(first)
  expect(bench.started).toEqual([first, second])
  bench.lanes.release(first)
  await bench.take(first)
  for (let lane = 1; lane < 40; lane++) bench.add(`s${lane}`)
  expect(bench.underWay).toHaveLength(32)
  bench.lanes.stop()
})

test('whatever is added and taken in whatever order, all leaves once, and calls of a lane in order and alone', async () => {
  const step = fc.oneof(
    fc.record({ lane: fc.constantFrom('a', 'b', 'c', undefined), isAnswer: fc.boolean() }),
    fc.nat(50),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async steps => {
      const bench = new Bench()
      const added: Parcel[] = []
      for (const each of steps) {
        if (typeof each !== 'number') added.push(bench.add(each.lane, each.isAnswer))
        else await bench.take(bench.underWay[each % (bench.underWay.length || 1)])
        const calls = bench.underWay.filter(({ isAnswer }) => !isAnswer).map(({ lane }) => lane)
        expect(new Set(calls).size).toBe(calls.length)
      }
      const idle = bench.lanes.idle()
      while (bench.underWay.length > 0) await bench.take(bench.underWay[0])
      await idle
      expect(new Set(bench.started)).toEqual(new Set(added))
      expect(bench.started).toHaveLength(added.length)
      for (const lane of ['a', 'b', 'c', undefined]) {
        const left = bench.started.filter(post => post.lane === lane)
        expect(left).toEqual([...left].sort((one, other) => one.name - other.name))
      }
    }),
    { numRuns: atLeast(200) },
  )
})
