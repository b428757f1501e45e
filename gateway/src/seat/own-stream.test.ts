import { BEGINNING, type Outlet } from '@parley/acp/transport'
import { expect, test } from 'vitest'
import { OwnStream } from './own-stream.js'

interface Heard {
  readonly outlet: Outlet
  readonly texts: string[]
  leave(): void
}

function anOutlet(): Heard {
  const texts: string[] = []
  let leave = (): void => {}
  const closed = new Promise<void>(resolve => {
    leave = resolve
  })
  const outlet: Outlet = { write: text => void texts.push(text), close: () => leave(), closed }
  return { outlet, texts, leave: () => leave() }
}

const settle = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))

test('who has had nothing but the answer to its opening is told everything behind it, although it was sent before', async () => {
  const stream = new OwnStream(() => {})
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
