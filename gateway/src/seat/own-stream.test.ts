import { BEGINNING, type Outlet } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import { OwnStream } from './own-stream.js'

interface Heard {
  readonly outlet: Outlet
  readonly texts: string[]
  readonly ids: string[]
  leave(): void
}

function anOutlet(): Heard {
  const texts: string[] = []
  const ids: string[] = []
  let leave = (): void => {}
  const closed = new Promise<void>(resolve => {
    leave = resolve
  })
  const write = (text: string, id = ''): undefined => {
    texts.push(text)
    ids.push(id)
  }
  const outlet: Outlet = { write, close: () => leave(), closed }
  return { outlet, texts, ids, leave: () => leave() }
}

const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))

test('who has had nothing but the answer to its opening is told everything behind it, although it was sent before', async () => {
  const stream = new OwnStream({ isResumable: true, onGap: () => {} })
  const [opening, lost, again] = [anOutlet(), anOutlet(), anOutlet()]
  stream.write('opened')
  stream.listen({ session: undefined, after: undefined, outlet: opening.outlet })
  await settle()
  opening.leave()
  await settle()
  stream.listen({ session: undefined, after: undefined, outlet: lost.outlet })
  stream.write('one')
  stream.write('two')
  await settle()
  lost.leave()
  await settle()
  stream.listen({ session: undefined, after: BEGINNING, outlet: again.outlet })
  await settle()
  expect([opening.texts, lost.texts, again.texts]).toEqual([['opened'], ['one', 'two'], ['one', 'two']])
})

test('who comes back for what is no longer known is told so, and not left with a gap', async () => {
  let hasOverflown = 0
  const stream = new OwnStream({ isResumable: true, onGap: () => hasOverflown++ })
  const [first, second] = [anOutlet(), anOutlet()]
  stream.listen({ session: undefined, after: undefined, outlet: first.outlet })
  for (let count = 0; count < 20; count++) {
    stream.write('x'.repeat(64 * 1024))
    await settle()
  }
  expect(first.texts).toHaveLength(20)
  const [id = ''] = first.ids
  const where = { session: undefined, outlet: second.outlet }
  for (const after of [id, BEGINNING, 'another.3', `${id}999`])
    expect(stream.listen({ ...where, after }), after).toBe('unknown')
  expect(hasOverflown).toBe(4)
  expect(stream.listen({ ...where, after: first.ids.at(-2) ?? '' })).toBeUndefined()
  await settle()
  expect(second.ids).toEqual(first.ids.slice(-1))
})

test('of what was heard little is kept, and nothing for a client that cannot come back', async () => {
  const [kept, plain] = [true, false].map(isResumable => new OwnStream({ isResumable, onGap: () => {} }))
  for (const stream of [kept, plain]) {
    const { outlet } = anOutlet()
    stream?.listen({ session: undefined, after: undefined, outlet })
    for (let count = 0; count < 100; count++) {
      stream?.write('x'.repeat(64 * 1024))
      await settle()
    }
  }
  expect(kept?.bytes).toBeLessThanOrEqual(512 * 1024)
  expect(plain?.bytes).toBe(0)
})
