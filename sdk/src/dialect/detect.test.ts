import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detect } from './detect.js'

const update = (params: object) => ({ jsonrpc: '2.0', method: 'session/update', params })
const call = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
const answer = (result: unknown) => ({ jsonrpc: '2.0', id: 1, result })

test.each([
  ['003', answer({ protocolVersion: 1, authenticationMethods: [] }), 'authenticationMethods'],
  ['003', answer({ agentCapabilities: { sessionModes: [] } }), 'sessionModes'],
  [
    '003',
    answer({ agentCapabilities: { mcpCapabilities: { supportedTransports: [] } } }),
    'supportedTransports',
  ],
  [
    '003',
    call('initialize', { clientCapabilities: { terminal: { waitForExit: false } } }),
    'terminal.waitForExit',
  ],
  ['003', update({ sessionId: 's', update: { type: 'message', role: 'agent', content: [] } }), 'update.type'],
  ['003', answer({ selectedOptionId: 'a' }), 'selectedOptionId'],
  ['003', call('session/new', { mcpServers: [{ transport: 'stdio' }] }), 'transport'],
  ['003', call('session/request_permission', { options: [{ label: 'Yes' }] }), 'label'],
  ['003', call('fs/read_text_file', { startLine: 1, lineLimit: 2 }), 'lineLimit'],
  ['004', call('session/new', { workingDirectory: '/p' }), 'workingDirectory'],
  ['004', update({ sessionId: 's', type: 'plan', data: {} }), 'data'],
  ['004', answer({ granted: true }), 'granted'],
  ['004', call('session/request_permission', { operation: 'file_read', resource: '/f' }), 'operation'],
  ['004', call('initialize', { capabilities: { fs: { read: true } } }), 'capabilities.fs.read'],
  ['004', call('session/new', { mcpServers: [{ transport: { type: 'stdio' } }] }), 'type'],
])('%s is seen in %j', (dialect, message, word) => {
  const hint = detect(message)
  expect(hint.dialect).toBe(dialect)
  expect(hint.why).toContain(word)
  expect(detect([call('session/prompt', { sessionId: 's', prompt: [] }), message])).toEqual(hint)
})

test.each([
  [call('initialize', { protocolVersion: 1, clientCapabilities: { terminal: true } })],
  [call('initialize', { protocolVersion: 2, capabilities: { session: {} }, info: { name: 'x' } })],
  [answer({ protocolVersion: 1, authMethods: [], agentCapabilities: { mcpCapabilities: { http: true } } })],
  [update({ sessionId: 's', update: { sessionUpdate: 'plan', entries: [] } })],
  [null],
])('versions 1 and 2 look like no other spelling: %j', message => {
  expect(detect(message)).toEqual({ dialect: undefined, why: 'nothing that only another spelling would say' })
})

test('signs of both are no hint, and that is said', () => {
  const hint = detect([answer({ granted: true }), answer({ selectedOptionId: 'a' })])
  expect(hint.dialect).toBe(undefined)
  expect(hint.why).toMatch(/^signs of more than one spelling: .*selectedOptionId.*granted/)
})

test('looking never throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      expect(detect(value).why).not.toBe('')
    }),
  )
})
