import { expect, test } from 'vitest'
import { calm } from '../jsonrpc/far-end.fixture.js'
import { text } from '../protocol/parties.fixture.js'
import type { Turn } from './turn.js'
import { type Fields, newSession, turnOf, visit } from './visits.fixture.js'

const offering = (version: 1 | 2, ...modes: readonly string[]): Fields => {
  const elicitation = Object.fromEntries(modes.map(mode => [mode, {}]))
  return version === 1 ? { clientCapabilities: { elicitation } } : { capabilities: { elicitation } }
}

async function asking(version: 1 | 2, modes: readonly string[], prompt: (turn: Turn) => Promise<unknown>) {
  const caller = await visit(
    { prompt: async turn => void (await prompt(turn)) },
    version,
    offering(version, ...modes),
  )
  const sessionId = await newSession(caller)
  caller.far.request('p', 'session/prompt', { sessionId, prompt: text('go') })
  return { ...caller, sessionId }
}

for (const version of [1, 2] as const) {
  test(`version ${version}: only the kinds of questions that the client offers are there`, async () => {
    for (const modes of [[], ['form'], ['url'], ['form', 'url']]) {
      let seen: unknown
      const caller = await visit(
        {
          async prompt({ elicit }) {
            seen = elicit === undefined ? [] : Object.keys(elicit)
          },
        },
        version,
        offering(version, ...modes),
      )
      await turnOf(caller, await newSession(caller), 'go')
      expect(seen).toEqual(modes)
      await caller.served.close()
    }
  })

  test(`version ${version}: a form is put to the user, and what was filled in reaches the author`, async () => {
    const got: unknown[] = []
    const { far, served, sessionId } = await asking(version, ['form'], async turn => {
      const properties = { name: { type: 'string' as const, minLength: 1 } }
      const form = { message: 'Who are you?', schema: { properties, required: ['name'] } }
      for (let count = 0; count < 4; count++) got.push(await turn.elicit?.form?.(form))
    })
    const answers = [
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'shrug' },
    ]
    for (const answer of answers) {
      const { id, params } = await far.nextOf('elicitation/create')
      expect(params).toEqual({
        sessionId,
        mode: 'form',
        message: 'Who are you?',
        requestedSchema: {
          type: 'object',
          properties: { name: { type: 'string', minLength: 1 } },
          required: ['name'],
        },
      })
      far.answer(id, answer)
    }
    await calm()
    expect(got).toEqual([
      { action: 'accept', content: { name: 'Ada' } },
      { action: 'decline' },
      { action: 'cancel' },
      { action: 'cancel' },
    ])
    await served.close()
  })

  test(`version ${version}: a page is shown under an id that no other session has, and told when it is done`, async () => {
    const caller = await visit(
      {
        async prompt(turn) {
          const page = await turn.elicit?.url?.({ message: 'Sign in', url: 'https://example.com/in' })
          if (page?.action === 'accept') page.completed()
        },
      },
      version,
      offering(version, 'url'),
    )
    const { far } = caller
    const asked: Fields[] = []
    for (let count = 0; count < 2; count++) {
      const sessionId = await newSession(caller)
      far.request(`p${count}`, 'session/prompt', { sessionId, prompt: text('go') })
      const { id, params } = await far.nextOf('elicitation/create')
      asked.push({ id, ...(params as Fields) })
    }
    expect(asked[0]).toMatchObject({ mode: 'url', message: 'Sign in', url: 'https://example.com/in' })
    expect(asked[0]?.elicitationId).not.toBe(asked[1]?.elicitationId)
    for (const { id, elicitationId } of asked) {
      far.answer(id, { action: 'accept' })
      expect((await far.nextOf('elicitation/complete')).params).toEqual({ elicitationId })
    }
    await caller.served.close()
  })

  test(`version ${version}: a cancel calls the question off`, async () => {
    const { far, served, sessionId } = await asking(version, ['form'], turn =>
      Promise.resolve(turn.elicit?.form?.({ message: 'Who?', schema: {} })),
    )
    const { id } = await far.nextOf('elicitation/create')
    far.notify('session/cancel', { sessionId })
    expect((await far.nextOf('$/cancel_request')).params).toEqual({ requestId: id })
    await calm()
    expect(JSON.stringify(far.heard.at(-1))).toContain('cancelled')
    await served.close()
  })
}
