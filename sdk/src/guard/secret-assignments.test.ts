import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'
import { bitsOf } from './secret-assignments.js'

const { text } = createRedactor()
const X = '«redacted»'
const LONG = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKE'
const UUID = '01234567-89ab-cdef-0123-456789abcdef'

test.each([
  [`export AWS_SECRET_ACCESS_KEY=${LONG}`, `export AWS_SECRET_ACCESS_KEY=${X}`],
  [`aws_secret_access_key = ${LONG}`, `aws_secret_access_key = ${X}`],
  ['PASSWORD=swordfish', `PASSWORD=${X}`],
  ['UID=sa;PWD=swordfish;', `UID=sa;PWD=${X};`],
  ['PWD=/ab+c1d2==', `PWD=${X}`],
  ['DB_PWD=/ab/c1d2', `DB_PWD=${X}`],
  ['PWD=/home/me/a1 OLDPWD=/home/me/b2', 'PWD=/home/me/a1 OLDPWD=/home/me/b2'],
  ['MY_PASSWORD_2=swordfish', `MY_PASSWORD_2=${X}`],
  ['password=swordf1sh', `password=${X}`],
  ['password: "s3cret-pw"', `password: "${X}"`],
  ["'passwd': 's3cret-pw',", `'passwd': '${X}',`],
  ['pwd := s3cret-pw', `pwd := ${X}`],
  ['passphrase => s3cret-pw', `passphrase => ${X}`],
  ['passcode=s3cret-pw', `passcode=${X}`],
  ['{\\"password\\":\\"s3cret-pw\\"}', `{\\"password\\":\\"${X}\\"}`],
  ['secret: `s3cret-pw`', `secret: \`${X}\``],
  ['client.secret=s3cret-pw', `client.secret=${X}`],
  ['credentials=s3cret-pw', `credentials=${X}`],
  ['?access_token=a1b2c3d4&q=1', `?access_token=${X}&q=1`],
  ['?a=1&token=a1b2c3d4', `?a=1&token=${X}`],
  ['?api_key=a1b2c3%2Bd4#x', `?api_key=${X}`],
  ['?access_token=%2Fswordfish', `?access_token=${X}`],
  ['?a=1&my-password=swordfish', `?a=1&my-password=${X}`],
  ['apiKey: a1b2c3d4', `apiKey: ${X}`],
  ['x-api-key: a1b2c3d4', `x-api-key: ${X}`],
  ['private key = a1b2c3d4', `private key = ${X}`],
  ['authorization: Token a1b2c3d4', `authorization: Token ${X}`],
  ['Authorisation: Bot a1b2c3d4', `Authorisation: Bot ${X}`],
  ['Authorization: a1b2c3d4', `Authorization: ${X}`],
  [`HEROKU_API_KEY: ${UUID}`, `HEROKU_API_KEY: ${X}`],
  [`token: ${UUID}`, `token: ${X}`],
  [`key: ${LONG}`, `key: ${X}`],
  [`auth = ${LONG}`, `auth = ${X}`],
  [`"key": "${'0123456789abcdef'.repeat(2)}"`, `"key": "${X}"`],
  ['token: (a1b2c3d4)', 'token: (a1b2c3d4)'],
  ['PASSWORD=abc$def', `PASSWORD=${X}`],
  ['PASSWORD=abc.12', `PASSWORD=${X}`],
  ['PASSWORD=12.ab34', `PASSWORD=${X}`],
  ['authorization: Bearer   a1b2c3d4', `authorization: Bearer   ${X}`],
  ['key: Abcdefg/hijklmnop/qrstuvwxyz0123456789', `key: ${X}`],
  [`key: x${UUID}`, `key: ${X}`],
  [`key: ${UUID}x`, `key: ${X}`],
  ['token: a1b2c3', `token: ${X}`],
  ['my-api-key: a1b2c3d4', `my-api-key: ${X}`],
  ['access key: a1b2c3d4', `access key: ${X}`],
  ['API KEY: a1b2c3d4', `API KEY: ${X}`],
  ['secret-of-mine.which_is_long: a1b2c3d4', `secret-of-mine.which_is_long: ${X}`],
])('what stands behind a name that tells is taken out: %j', (given, shown) => {
  expect(text(given)).toBe(shown)
})

test.each([
  'const token = readToken(source)',
  'token: string',
  'token: %TOKEN1%',
  'token: #/definitions/1',
  '&token: swordfish',
  'b?token : swordfish',
  'token = readToken2(source)',
  'password: process.env.PASSWORD',
  'password = $PASSWORD',
  'PASSWORD=$PASSWORD',
  'PASSWORD=$(PASSWORD1)',
  'MAX_TOKENS=4096',
  'TOKEN=12345678',
  'maxTokens: 12a45678',
  'progressToken: abc12345',
  'nextPageToken: abc12345',
  'cancellation-token: abc12345',
  'the secret: everybody knows it',
  'password: hunter',
  'token: abcd1',
  'keyboard: layout-2a',
  'token: what+ever+you+like',
  'token: 1234+5678+90',
  'TOKEN: swordfish',
  'TOKEN = swordfish',
  'Token=swordfish',
  'key: AaAaAaAa/AaAaAaAa1/AaAaAaAa1AaAaAaAa',
  'key: a/BcDeFgHiJkLmNoPqRsTuVwXyZ012',
  'key: a.BcDeFgHiJkLmNoPqRsTuVwXyZ0123456789',
  'key: abcdefg/hijklmnop/qrstuvwxyz0123456789',
  'key: ABCDEFG/HIJKLMNOP/QRSTUVWXYZ0123456789',
  'public key: a1b2c3d4',
  'a1b2c3d4 is the token',
  'the token a1b2c3d4',
  'token of a long story: a1b2c3d4',
  'key: a1b2c3d4',
  `key: ${UUID}`,
  `key: ${'a1'.repeat(32)}`,
  `key: ${'abcdefghijklmnop'.repeat(2)}`,
  `"key": "${'0123456789abcdef'.repeat(2).slice(1)}"`,
  'tokenFile: ./tokens/a1.json',
  'secret: /run/secrets/a1',
  'secret: ~/secrets/a1',
  'secret: ../secrets/a1',
  'token: https://example.test/a1',
  'auth: user.name2',
  'token: src/token2.ts',
  'password: 2026-11-15',
  'secret: 127.0.0.1:8080',
  'secret: @scope/name1',
  'monkey=business1',
  'author: someone1',
  'a secretary said 1234abcd',
])('what only looks like it is left alone: %j', given => {
  expect(text(given)).toBe(given)
})

test('the same secret behind another name has the same stand-in', () => {
  const seen: string[] = []
  const { text } = createRedactor({
    hash: secret => {
      seen.push(secret)
      return 'abcdef0123'
    },
  })
  expect(text('password=s3cret-pw and "token": "s3cret-pw"')).toBe(
    'password=«redacted:abcdef01» and "token": "«redacted:abcdef01»"',
  )
  expect(seen).toEqual(['s3cret-pw', 's3cret-pw'])
})

test('how much a text tells is measured by how often its letters occur', () => {
  expect(bitsOf('aaaa')).toBe(0)
  expect(bitsOf('abab')).toBe(1)
  expect(bitsOf('abcd')).toBe(2)
  expect(bitsOf('')).toBe(0)
})
