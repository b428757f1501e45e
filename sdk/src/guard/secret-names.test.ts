import { expect, test } from 'vitest'
import { isPlainHeader, isSecretName, isSuspectName } from './secret-names.js'

test.each(
  `password passwd PASSWORD_2 passphrase passcode pwd DB_PWD secret clientSecret secrets credential credentials cookie
  set-cookie authorization Authorisation proxy-authorization token accessToken ACCESS_TOKEN access-token apiKey api_key
  api-key api.key accessKey privateKey accountKey authKey signing_key encryptionKey masterKey sharedKey serviceKey
  x-api-key page.token`.split(/\s+/),
)('%s is the name of a secret', name => {
  expect(isSecretName(name)).toBe(true)
  expect(isSuspectName(name)).toBe(true)
})

test('a name of two words is one too', () => {
  expect(isSecretName('api key')).toBe(true)
})

test.each(
  `key keys publicKey tokens maxTokens tokenCount progressToken progress_token progress-token nextPageToken page_token
  cancelToken cancellationToken continuationToken syncToken author passage compass name value monkey`.split(
    /\s+/,
  ),
)('%s is not', name => {
  expect(isSecretName(name)).toBe(false)
})

test('among variables a hint is enough', () => {
  for (const name of [
    'KEY',
    'tokens',
    'AUTH',
    'OAUTH2',
    'PASS',
    'pwd',
    'DB_PWD',
    'KEY_SOCKET',
    'SESSION_ID',
    'signature',
    'Cookies',
    'CREDENTIAL',
    'SECRET',
  ])
    expect(isSuspectName(name)).toBe(true)
  for (const name of ['AUTHOR', 'PATH', 'LANG', 'PORT', 'KEYBOARD_LAYOUT'])
    expect(isSuspectName(name)).toBe(false)
})

test('variables that say where a shell is, or where somebody listens, are no hint', () => {
  for (const name of ['PWD', 'OLDPWD', 'SSH_AUTH_SOCK']) expect(isSuspectName(name)).toBe(false)
})

test('headers that say what is sent say nothing about who sends it', () => {
  for (const name of [
    'Accept',
    'accept-encoding',
    'Content-Type',
    'content-length',
    'User-Agent',
    'MCP-Protocol-Version',
    'Host',
    'Origin',
  ])
    expect(isPlainHeader(name)).toBe(true)
  for (const name of ['Authorization', 'X-Host', 'Hosts', 'X-Accept', 'Acceptance', 'origin-token'])
    expect(isPlainHeader(name)).toBe(false)
})
