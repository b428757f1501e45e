import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openAnywhere } from './web-port.js'

async function listen(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return server
}

const portOf = (server: Server): number => Number(Object(server.address()).port)

test('any port is one that the system does not give to others', async () => {
  const port = portOf(await openAnywhere(listen))
  expect(port).toBeGreaterThanOrEqual(20_000)
  expect(port).toBeLessThan(30_000)
})

test('where several are not to be had, whoever keeps them, it is whichever the system gives', async () => {
  const asked: number[] = []
  const taken = await listen(0)
  const words = new Error('it cannot be listened on', {
    cause: Object.assign(new Error(), { code: 'EACCES' }),
  })
  const opened = await openAnywhere(port => {
    asked.push(port)
    if (port === 0) return listen(0)
    return asked.length % 2 === 0 ? Promise.reject(words) : listen(portOf(taken))
  })
  expect([asked.length, asked.at(-1)]).toEqual([9, 0])
  expect(portOf(opened)).not.toBe(0)
})

test('what has nothing to do with ports is no reason to try another', async () => {
  const failure = new Error('the token file cannot be read')
  await expect(openAnywhere(() => Promise.reject(failure))).rejects.toBe(failure)
})
