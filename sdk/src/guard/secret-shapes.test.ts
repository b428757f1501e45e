import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'
import { secretShapes } from './secret-shapes.js'

const { text } = createRedactor()
const STAND_IN = '«redacted»'

const WORD = 'aB3_'
const DASHED = 'aB3_-'
const PLAIN = 'aB3'
const HEX = '0f9a'

/** Of an alphabet, so many letters, every letter of it among them. */
const run = (alphabet: string, length: number): string => alphabet.repeat(length).slice(0, length)

/** What it begins with, the letters it goes on with, and the fewest of them. */
const PREFIXED: readonly (readonly [string, string, number])[] = [
  ['sk-ant-', DASHED, 16],
  ['sk-proj-', DASHED, 16],
  ['sk-svcacct-', DASHED, 16],
  ['sk-admin-', DASHED, 16],
  ['sk-or-', DASHED, 16],
  ['sk-', PLAIN, 20],
  ['ghp_', PLAIN, 30],
  ['gho_', PLAIN, 30],
  ['ghs_', PLAIN, 30],
  ['ghu_', PLAIN, 30],
  ['ghr_', PLAIN, 30],
  ['github_pat_', WORD, 22],
  ['glpat-', DASHED, 20],
  ['gldt-', DASHED, 20],
  ['glrt-', DASHED, 20],
  ['glptt-', DASHED, 20],
  ...[...'abeoprs'].map(letter => [`xox${letter}-`, 'aB3-', 10] as const),
  ['xapp-', 'aB3-', 20],
  ['AGE-SECRET-KEY-', 'A1Z', 40],
  ['npm_', PLAIN, 30],
  ['pypi-', DASHED, 40],
  ['rubygems_', HEX, 40],
  ['AIza', DASHED, 30],
  ['ya29.', 'aB3_.-', 20],
  ['1//0', DASHED, 30],
  ['GOCSPX-', DASHED, 20],
  [`SG.${run(DASHED, 16)}.`, DASHED, 16],
  ['sk_live_', PLAIN, 16],
  ['sk_test_', PLAIN, 16],
  ['rk_live_', PLAIN, 16],
  ['whsec_', 'aB3+/=', 20],
  ['hf_', PLAIN, 30],
  ['gsk_', PLAIN, 40],
  ['xai-', PLAIN, 40],
  ['pplx-', PLAIN, 40],
  ['r8_', PLAIN, 30],
  ['dop_v1_', HEX, 40],
  ['doo_v1_', HEX, 40],
  ['shpat_', '0fA', 32],
  ['shpss_', '0fA', 32],
  ['dckr_pat_', DASHED, 20],
  ['lin_api_', PLAIN, 30],
  ['ntn_', PLAIN, 40],
  ['sbp_', HEX, 40],
  ['hvs.', DASHED, 20],
  ['glsa_', WORD, 32],
  ['figd_', DASHED, 30],
  ['sntrys_', 'aB3_+/=-', 40],
  ['pscale_tkn_', 'aB3_.-', 30],
  ['pscale_pw_', 'aB3_.-', 30],
  ['pscale_oauth_', 'aB3_.-', 30],
  [`PMAK-${run(HEX, 24)}-`, HEX, 30],
  ['ATATT3', 'aB3_=-', 40],
  ['fm2_', 'aB3+/=_-', 40],
]

/** The same for those of exactly that length. */
const EXACT: readonly (readonly [string, string, number])[] = [
  ['AKIA', 'A2Z7', 16],
  ['ASIA', 'A2Z7', 16],
  ['key-', HEX, 32],
  ['SK', HEX, 32],
  ['dapi', HEX, 32],
]

test.each([...PREFIXED, ...EXACT, ['NRAK-', 'A1Z', 27] as const])(
  'a secret that begins with %s is known by its look',
  (prefix, letters, least) => {
    const secret = prefix + run(letters, least)
    expect(text(`use ${secret} now`)).toBe(`use ${STAND_IN} now`)
    expect(text(`{"it":"${secret}"}`)).toBe(`{"it":"${STAND_IN}"}`)
    expect(text(`${secret}.`)).toMatch(/^«redacted»\.?$/)
    const short = prefix + run(letters, least - 1)
    expect(text(`use ${short} now`)).toBe(`use ${short} now`)
    expect(text(`use x${secret} now`)).toBe(`use x${secret} now`)
    for (const before of ['\\n', '\\t', '\\u003d', '%3D', '\u001b[1;31m', '='])
      expect(text(before + secret)).toBe(before + STAND_IN)
  },
)

test('of a secret that a log has cut nothing is left either', () => {
  expect(text('cannot use sk-ant-api03-abcdef…')).toBe(`cannot use ${STAND_IN}…`)
  expect(text('cannot use ghp_ab…')).toBe(`cannot use ${STAND_IN}…`)
  expect(text('cannot use ghp_a…')).toBe('cannot use ghp_a…')
})

test.each(PREFIXED)('a longer secret that begins with %s leaves nothing behind', (prefix, letters, least) => {
  expect(text(`use ${prefix}${run(letters, least + 40)} now`)).toBe(`use ${STAND_IN} now`)
})

test.each(EXACT)('what begins with %s and goes on for longer is something else', (prefix, letters, least) => {
  const longer = `${prefix}${run(letters, least + 1)}`
  expect(text(longer)).toBe(longer)
})

const jwt = `eyJ${run(DASHED, 8)}.${run(DASHED, 8)}.`
const discord = `${run(DASHED, 23)}.${run(DASHED, 6)}.${run(DASHED, 27)}`

test.each([
  [jwt, STAND_IN],
  [`${jwt}${run(DASHED, 99)}`, STAND_IN],
  [`a\\n${jwt}`, `a\\n${STAND_IN}`],
  [`a\\nM${discord}`, `a\\n${STAND_IN}`],
  ['a\\nBearer abcdef12', `a\\nBearer ${STAND_IN}`],
  ['a\\nBasic abcdef12', `a\\nBasic ${STAND_IN}`],
  [`${jwt}abc,`, `${STAND_IN},`],
  [`x${jwt}`, `x${jwt}`],
  ['eyJabc.abc.abc', 'eyJabc.abc.abc'],
  [`https://hooks.slack.com/services/${run('aB3/_+-', 20)}`, `https://hooks.slack.com/services/${STAND_IN}`],
  [`hooks.slack.com/workflows/${run('aB3', 20)}`, `hooks.slack.com/workflows/${STAND_IN}`],
  [`hooks.slack.com/triggers/${run('aB3', 20)}`, `hooks.slack.com/triggers/${STAND_IN}`],
  ['hooks.slack.com/services/short', 'hooks.slack.com/services/short'],
  [
    `https://discord.com/api/webhooks/0123456789/${run(DASHED, 30)}`,
    `https://discord.com/api/webhooks/${STAND_IN}`,
  ],
  ['/api/webhooks/0123456789/short', '/api/webhooks/0123456789/short'],
  [`M${discord}`, STAND_IN],
  [`bot: N${discord}`, `bot: ${STAND_IN}`],
  [`O${discord}`, STAND_IN],
  [`P${discord}`, `P${discord}`],
  [`xM${discord}`, `xM${discord}`],
  [`01234567:AA${run(DASHED, 32)}`, STAND_IN],
  [`bot0123456789:AA${run(DASHED, 32)}/send`, `bot${STAND_IN}/send`],
  [`012345678901:AA${run(DASHED, 32)}`, `012345678901:AA${run(DASHED, 32)}`],
  ['a bearer abc-123.', `a bearer ${STAND_IN}`],
  ['Bearer abcdef+/=._~-1', `Bearer ${STAND_IN}`],
  [`Bearer ${'a'.repeat(24)}`, `Bearer ${STAND_IN}`],
  ['Bearer authentication', 'Bearer authentication'],
  ['Bearer abcde12', 'Bearer abcde12'],
  ['Forbearer abcdef12', 'Forbearer abcdef12'],
  ['Basic dXNlcjpwYXNz', 'Basic dXNlcjpwYXNz'],
  ['Basic dXNlcjpwYXNzMQ==', `Basic ${STAND_IN}`],
  ['basic dXNlcjpwYXN6MTIz', `basic ${STAND_IN}`],
  ['Basic understanding', 'Basic understanding'],
  ['Aerobasic abcdef12', 'Aerobasic abcdef12'],
  ['postgres://me:p@ss:word@host/db', `postgres://me:${STAND_IN}@host/db`],
  ['redis://:swordfish@host', `redis://:${STAND_IN}@host`],
  ['https://host:8080/a@b', 'https://host:8080/a@b'],
  ['https://0123456789abcdef@host/a', `https://${STAND_IN}@host/a`],
  ['https://0123456789abcde@host/a', 'https://0123456789abcde@host/a'],
  ['ssh://git@host/a', 'ssh://git@host/a'],
  ['ssh://a-very-long-name-of-a-user@host/a', 'ssh://a-very-long-name-of-a-user@host/a'],
  [`AccountName=x;AccountKey=${run('aB3+/', 86)}==;E=f`, `AccountName=x;AccountKey=${STAND_IN};E=f`],
  [`AccountKey=${'/'.repeat(20)}`, `AccountKey=${STAND_IN}`],
  [`https://x.test/a?sv=1&sig=${run('a%2', 20)}&se=1`, `https://x.test/a?sv=1&sig=${STAND_IN}&se=1`],
  [`https://x.test/a?sig=${run('a%2', 20)}`, `https://x.test/a?sig=${STAND_IN}`],
  [`https://x.test/a?sig=${run('a%2', 19)}`, `https://x.test/a?sig=${run('a%2', 19)}`],
  ['Cookie: sid=abcd; theme=dark\nnext', `Cookie: ${STAND_IN}\nnext`],
  ['"set-cookie: a.b-c=1234"', `"set-cookie: ${STAND_IN}"`],
  ['a cookie: tasty', 'a cookie: tasty'],
])('%j becomes %j', (given, shown) => {
  expect(text(given)).toBe(shown)
})

const PEM =
  '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE+/ab==\n-----END RSA PRIVATE KEY-----'

test.each([
  [PEM, STAND_IN],
  [`a\n${PEM}\nb\n${PEM}\nc`, `a\n${STAND_IN}\nb\n${STAND_IN}\nc`],
  [JSON.stringify({ key: PEM, more: 1 }), `{"key":"${STAND_IN}","more":1}`],
  [PEM.replaceAll('RSA ', ''), STAND_IN],
  [PEM.replaceAll('RSA', 'OPENSSH'), STAND_IN],
  [PEM.replaceAll('RSA PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'), STAND_IN],
  [PEM.slice(0, 70), STAND_IN],
  [`${PEM.slice(0, 70).replaceAll('\n', '·')}…`, STAND_IN],
  [`${PEM.slice(0, 70)}"; and more`, `${STAND_IN}"; and more`],
  [
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
    '-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----',
  ],
  [
    `-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n${PEM}`,
    `-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----\n${STAND_IN}`,
  ],
  [PEM.replace(/-----END.*/, '-----END RSA PUBLIC KEY----- «»'), `${STAND_IN}«»`],
])('a private key is taken out whole: %j', (given, shown) => {
  expect(text(given)).toBe(shown)
})

test('every kind has a name of its own, and a hint without which it is not found', () => {
  const kinds = secretShapes().map(({ kind }) => kind)
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(kinds.every(kind => kind !== '')).toBe(true)
  expect(secretShapes()).toHaveLength(71)
})
