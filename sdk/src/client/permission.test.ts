import { expect, onTestFinished, test } from 'vitest'
import { agent, type Turn } from '../agent/index.js'
import { errorCodes } from '../jsonrpc/index.js'
import { openable } from '../jsonrpc/waiting.js'
import { memoryPair, tap } from '../transport/index.js'
import { connect } from './connect.js'
import type { Permission, PermissionChoice } from './host.js'

const yes: PermissionChoice = { optionId: 'yes', name: 'Yes', kind: 'allow_once' }
const no: PermissionChoice = { optionId: 'no', name: 'No', kind: 'reject_once' }
const improper: readonly (readonly PermissionChoice[])[] = [
  [],
  [yes, { ...no, optionId: 'yes' }],
  Array.from({ length: 17 }, (_, id) => ({ ...yes, optionId: `${id}` })),
]

/** What an agent hears that asks with each of these options. */
async function answers(permission: Permission, all: readonly (readonly PermissionChoice[])[]) {
  const heard: unknown[] = []
  const [here, there] = memoryPair()
  const served = agent({
    name: 'a',
    version: '1',
    prompt: async turn => {
      for (const options of all)
        heard.push(
          (await turn.ask({ title: 'Go', kind: 'edit' }, { options: options as never })) ?? 'dismissed',
        )
    },
  }).serve(there)
  const client = await connect(here, { permission })
  onTestFinished(async () => {
    await client.close()
    await served.closed
  })
  const session = await client.newSession({ cwd: '/' })
  await session.prompt('go').outcome
  return heard
}

test('a question that cannot be answered fairly does not come to a callback that does not judge', async () => {
  const asked: unknown[] = []
  const permission: Permission = request => {
    asked.push(request.options)
    return request.options[0]
  }
  expect(await answers(permission, [...improper, [yes, no]])).toMatchObject([
    'dismissed',
    'dismissed',
    'dismissed',
    { optionId: 'yes' },
  ])
  expect(asked).toEqual([[yes, no]])
})

test('it comes to one that judges, and is dismissed whatever that says', async () => {
  const asked: unknown[] = []
  const judge: Permission = Object.assign(
    (request: Parameters<Permission>[0]) => {
      asked.push(request.options)
      return request.options[0]
    },
    { canJudge: true },
  )
  expect(await answers(judge, improper)).toEqual(['dismissed', 'dismissed', 'dismissed'])
  expect(asked).toHaveLength(3)
})

/** What an agent hears that asks once, while its client leaves. */
async function whileLeaving(permission: (leave: () => void, signal: AbortSignal) => ReturnType<Permission>) {
  const heard: unknown[] = []
  const [here, there] = memoryPair()
  const prompt = async (turn: Turn): Promise<void> => {
    const asked = turn.ask({ title: 'Go', kind: 'edit' })
    heard.push(
      await asked.then(
        option => option?.optionId,
        ({ code, data }) => ({ code, reason: data?.reason }),
      ),
    )
  }
  const served = agent({ name: 'a', version: '1', prompt }).serve(there)
  const leave = (): void => void client.close()
  const client = await connect(here, { permission: (_, { signal }) => permission(leave, signal) })
  const session = await client.newSession({ cwd: '/' })
  session.prompt('go').outcome.catch(() => {})
  await served.closed
  return heard
}

test('who leaves has refused nothing: what was asked of them is answered by nobody', async () => {
  const heard = await whileLeaving(
    (leave, signal) =>
      new Promise(resolve => {
        signal.addEventListener('abort', () => resolve(undefined))
        setImmediate(leave)
      }),
  )
  expect(heard).toEqual([{ code: errorCodes.request_cancelled, reason: 'client_leaves' }])
})

test('an answer counts that has arrived before its author leaves', async () => {
  const heard = await whileLeaving(
    leave =>
      new Promise(resolve =>
        setImmediate(() => {
          resolve({ optionId: 'allow_once', name: 'Allow', kind: 'allow_once' })
          leave()
        }),
      ),
  )
  expect(heard).toEqual(['allow_once'])
})

test('a cancel is answered with "cancelled", also by somebody who leaves right behind it', async () => {
  const answers: unknown[] = []
  const [here, there] = memoryPair()
  const watched = tap(here, (direction, message) => {
    if (direction === 'sent' && !('method' in (message as object))) answers.push(message)
  })
  const prompt = async (turn: Turn): Promise<void> => {
    await turn.ask({ title: 'Go', kind: 'edit' }).catch(() => {})
  }
  const served = agent({ name: 'a', version: '1', prompt }).serve(there)
  const asked = openable()
  const client = await connect(watched, {
    permission: () => {
      asked.open()
      return new Promise(() => {})
    },
  })
  const session = await client.newSession({ cwd: '/' })
  const turn = session.prompt('go')
  turn.outcome.catch(() => {})
  await asked.promise
  void turn.cancel()
  void client.close()
  await served.closed
  expect(answers).toMatchObject([{ result: { outcome: { outcome: 'cancelled' } } }])
})
