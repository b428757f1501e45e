/** A cancel in the middle of the tour: it ends at once, and nothing of it goes on. */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from '@parley/acp/client'
import { expect, test } from 'vitest'
import { allow, type Visit, visit } from './visit.fixture.js'

interface Shown {
  readonly title?: unknown
}

/** Sends the message and cancels as soon as an update is the one. */
async function cancelWhen(
  visitor: Visit<1>,
  text: string,
  isIt: (update: Shown) => boolean,
): Promise<unknown> {
  const turn = visitor.session.prompt(text)
  for await (const update of turn.updates) if (isIt(update as Shown)) void turn.cancel()
  return (await turn.outcome).stopReason
}

/** What this process holds open below a folder. */
function openBelow(folder: string): string[] {
  if (!existsSync('/proc/self/fd')) return []
  return readdirSync('/proc/self/fd').flatMap(each => {
    try {
      const path = readlinkSync(`/proc/self/fd/${each}`)
      return path.startsWith(folder) ? [path] : []
    } catch {
      return []
    }
  })
}

const serversOpen = (): number =>
  process.getActiveResourcesInfo().filter(each => each === 'TCPServerWrap').length

test('a cancel while a question is open ends the tour and says what was left', async () => {
  const host: Host = {
    permission: (request, context) =>
      request.title.startsWith('Make') ? allow(request, context) : new Promise(() => {}),
  }
  await using visitor = await visit(1, host)
  expect(await cancelWhen(visitor, '/tour', ({ title }) => title === 'Edit greet.mjs')).toBe('cancelled')
  expect(visitor.said()).toContain('Stopped. What was made is in `parley-tour`')
  expect(existsSync(join(visitor.cwd, 'parley-tour', 'greet.mjs'))).toBe(true)
  const calls = visitor.judge.updates.filter(({ toolCallId }) => toolCallId !== undefined)
  const last = new Map(calls.map(({ toolCallId, status }) => [toolCallId, status]))
  expect([...last.values()].filter(status => status !== 'completed')).toEqual(['failed'])
})

test('a cancel while a command runs in a process of the agent ends that process, and nothing stays open', async () => {
  const endless = `import { writeFileSync } from 'node:fs'
writeFileSync('pid', String(process.pid))
console.log('running')
setInterval(() => {}, 1_000)
`
  const files: Host['files'] = {
    read: ({ path }) => ({ content: readFileSync(path, 'utf8') }),
    write({ path, content }) {
      writeFileSync(path, path.endsWith('greet.mjs') ? endless : content)
      return {}
    },
  }
  const visitor = await visit(1, { permission: allow, files })
  const pid = join(visitor.cwd, 'parley-tour', 'pid')
  const turn = visitor.session.prompt('/tour run')
  await expect.poll(() => existsSync(pid) && readFileSync(pid, 'utf8'), { timeout: 10_000 }).toBeTruthy()
  await turn.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  expect(() => process.kill(Number(readFileSync(pid, 'utf8')), 0)).toThrow('ESRCH')
  expect(openBelow(join(visitor.cwd, 'parley-tour'))).toEqual([])
  await visitor[Symbol.asyncDispose]()
  await expect.poll(() => openBelow(visitor.cwd)).toEqual([])
})

test('a cancel while somebody is awaited at the page closes the page', async () => {
  let address = ''
  const before = serversOpen()
  const elicit: Host['elicit'] = {
    url: ({ url }) => {
      address = url
      return new Promise(() => {})
    },
  }
  await using visitor = await visit(1, { elicit })
  const turn = visitor.session.prompt('/tour page')
  await expect.poll(() => address).not.toBe('')
  expect(serversOpen()).toBe(before + 1)
  await turn.cancel()
  expect((await turn.outcome).stopReason).toBe('cancelled')
  await expect(fetch(address)).rejects.toThrow()
  await expect.poll(serversOpen).toBe(before)
})
