import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdLock } from '../file-lock.js'
import { type WebPlace, webPlace } from './place.js'
import { takeTurn } from './running.js'

function makeWebPlace(): WebPlace {
  const home = mkdtempSync(join(tmpdir(), 'parley-web-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  return webPlace({ env: { XDG_STATE_HOME: home } })
}

/** A server that writes down what it hears, and gives everybody a ticket. */
async function listen(): Promise<{ readonly port: number; readonly heard: IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = []
  const server = createServer((request, response) => {
    heard.push(request.headers)
    response.writeHead(201).end(JSON.stringify({ ticket: 'one' }))
  })
  onTestFinished(() => void server.close())
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, heard }
}

/** The number of a process that is no more. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

test('who holds the turn is asked for a link, after what had to be prepared', async () => {
  const place = makeWebPlace()
  const turn = await takeTurn(place, async () => {})
  if ('link' in turn) throw new Error('there was another one')
  const { port, heard } = await listen()
  writeFileSync(place.token, 'secret\n')
  await turn.announce(port)
  const order: string[] = []
  const found = await takeTurn(place, async () => void order.push(`prepared before ${heard.length}`))
  const url = `http://127.0.0.1:${port}`
  expect(found).toEqual({ url, link: `${url}/#ticket=one` })
  expect(order).toEqual(['prepared before 0'])
  expect(heard.map(({ authorization }) => authorization)).toEqual(['Bearer secret'])
  await turn.release()
  expect(existsSync(place.note)).toBe(false)
})

test('what a dead one left is not believed: who listens there now is shown no token', async () => {
  const place = makeWebPlace()
  const release = await holdLock(place.note)
  const { port, heard } = await listen()
  writeFileSync(place.token, 'secret\n')
  writeFileSync(place.note, JSON.stringify({ pid: deadPid(), port }))
  const turn = takeTurn(place, async () => {})
  setTimeout(() => void release(), 500)
  expect(await turn).not.toHaveProperty('link')
  expect(heard).toEqual([])
  expect(existsSync(place.note)).toBe(false)
})

test('who comes while one ends waits for it, and begins then', async () => {
  const place = makeWebPlace()
  const first = await takeTurn(place, async () => {})
  if ('link' in first) throw new Error('there was another one')
  await first.announce((await listen()).port)
  await first.withdraw()
  const order: string[] = []
  const second = takeTurn(place, async () => {}).then(() => order.push('second'))
  setTimeout(() => {
    order.push('first')
    void first.release()
  }, 300)
  await second
  expect(order).toEqual(['first', 'second'])
})
