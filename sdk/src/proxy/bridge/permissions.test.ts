import { expect, test } from 'vitest'
import { toNewPermission, toOldPermission } from './permissions.js'
import { nothingTold } from './words/index.js'

const options = [{ optionId: 'y', name: 'Yes', kind: 'allow_once' }]
const title = 'Push to production and delete the old database?'
const description = 'There is no way back'
const shown = { type: 'content', content: { type: 'text', text: 'a log' } }
const asks = (toolCall: object) => ({ title, description, subject: { type: 'tool_call', toolCall } })

test.each([
  asks({ toolCallId: 't' }),
  asks({ toolCallId: 't', title: 'git push', kind: 'execute', status: 'pending' }),
  asks({ toolCallId: 't', title, content: [shown] }),
  asks({ toolCallId: 't', title: null, content: null, status: 'paused', kind: '_odd', _meta: {} }),
  asks({ toolCallId: 't', title: 'git push', content: [], _meta: { own: 1 } }),
  { title, subject: { type: 'tool_call', toolCall: { toolCallId: 't', title: 'git push' } } },
  { title, description, subject: { type: 'command', command: 'rm -r .', cwd: '/work' } },
  { title, description, subject: { type: '_own', more: 1 } },
  { title, description },
  { title },
])('a question of version 2 comes back from version 1 as it was: %j', question => {
  const params = { sessionId: 's', options, ...question }
  const old = toOldPermission(nothingTold, params, 'made')
  expect(old).toMatchObject({ toolCall: { title } })
  if ('description' in question) expect(old).toMatchObject({ toolCall: { content: expect.any(Array) } })
  expect(toNewPermission(JSON.parse(JSON.stringify(old)), undefined)).toEqual(params)
})

test.each([
  { toolCallId: 't', title: 'Delete', kind: 'delete' },
  { toolCallId: 't', title: 'Delete', content: [shown] },
])('a question of version 1 comes back from version 2 as it was: %j', toolCall => {
  const params = { sessionId: 's', options, toolCall }
  const there = toNewPermission(params, undefined) ?? {}
  expect(toOldPermission(nothingTold, there, 'made')).toMatchObject(params)
})
