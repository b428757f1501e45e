import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from './redact.js'

const KNOWN = 'canary+7f3a/9c1e'
const hash = (secret: string): string => `${secret.length.toString(16).padStart(8, '0')}ffff`
const redactor = createRedactor()

test('a stand-in says which secret it was, to those who have the key', () => {
  expect(createRedactor({ known: [KNOWN], hash }).text(`a ${KNOWN} b`)).toBe('a «redacted:00000010» b')
  expect(createRedactor({ known: [KNOWN] }).text(`a ${KNOWN} b`)).toBe('a «redacted» b')
})

test('all spellings of a known secret have the same stand-in', () => {
  const { text } = createRedactor({ known: [KNOWN], hash })
  const base64 = Buffer.from(KNOWN).toString('base64').replace(/=+$/, '')
  const hex = Buffer.from(KNOWN).toString('hex')
  for (const spelling of [
    KNOWN,
    encodeURIComponent(KNOWN),
    base64,
    hex,
    hex.toUpperCase(),
    'canary\u200b+7f3a/9c1e',
  ])
    expect(text(`<${spelling}>`)).toBe('<«redacted:00000010»>')
})

test('a known secret with quotes and line breaks is found as JSON writes it', () => {
  const secret = 'say "a"\n\\then b'
  const { text } = createRedactor({ known: [secret] })
  expect(text(JSON.stringify({ it: secret }))).toBe('{"it":"«redacted»"}')
  expect(text(secret)).toBe('«redacted»')
})

test('of what gives itself away only the secret goes', () => {
  const { text } = createRedactor({ hash })
  expect(text('redis://:redis@host')).toBe('redis://:«redacted:00000005»@host')
  expect(text('use sk-ant-0123456789abcdef now')).toBe('use «redacted:00000017» now')
  expect(text('a\n-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\nb')).toBe(
    'a\n«redacted:0000003a»\nb',
  )
  expect(text('password=a1b2c3d4')).toBe('password=«redacted:00000008»')
})

test('who only wants the known ones out keeps everything else', () => {
  const { text, value, tail } = createRedactor({ known: [KNOWN], isKnownOnly: true })
  const other = 'password=s3cret-pw ghp_0123456789abcdefghijABCDEFGHIJ012345'
  expect(text(`${KNOWN} ${other}`)).toBe(`«redacted» ${other}`)
  expect(tail(`7f3a/9c1e ${other}`)).toBe(`«redacted» ${other}`)
  expect(tail(`0123456789abcdefghij ${other}`)).toBe(`0123456789abcdefghij ${other}`)
  const message = { password: 'swordfish', args: ['--token', 'abc'], env: { KEY: 'abcd' } }
  expect(value(message)).toEqual(message)
})

test('halves of characters are replaced: no message could carry them on', () => {
  expect(redactor.text('a\ud800b')).toBe('a\ufffdb')
  expect(redactor.tail('a\ud800b')).toBe('a\ufffdb')
})

test('the end of a longer text may begin inside a secret', () => {
  const { tail } = createRedactor({ known: [KNOWN] })
  expect(tail('7f3a/9c1e and on')).toBe('«redacted» and on')
  expect(tail(`and ${KNOWN}`)).toBe('and «redacted»')
  expect(tail('9c1e')).toBe('«redacted»')
  expect(tail('c1e')).toBe('c1e')
  expect(tail('abcdefghij0123456789 and on')).toBe('«redacted» and on')
  expect(tail('abcdefghij012345 and on')).toBe('«redacted» and on')
  expect(tail('ab+/=.~%-_ij01234567 and on')).toBe('«redacted» and on')
  expect(tail('abcdefghij01234 and on')).toBe('abcdefghij01234 and on')
  expect(tail('abcdefghijklmnopqrst and on')).toBe('abcdefghijklmnopqrst and on')
  expect(tail('01234567890123456789 and on')).toBe('01234567890123456789 and on')
  expect(tail(' abcdefghij0123456789')).toBe(' abcdefghij0123456789')
  expect(tail('MIIE\nabcd\n-----END RSA PRIVATE KEY-----\nand on')).toBe('«redacted»\nand on')
  expect(tail('MIIE, «it» ends with -----END RSA PRIVATE KEY-----')).toContain('«it»')
})

test('redacting once is enough', () => {
  const redactor = createRedactor({ known: [KNOWN], hash })
  const once = redactor.value({
    password: 'swordfish',
    mcpServers: [{ env: [{ name: 'A', value: 'b' }] }],
    text: `TOKEN=${KNOWN} Authorization: Bearer abcdef0123456789 https://me:secret@host Cookie: a=bcde "token": "a1b2c3d4"`,
  })
  expect(redactor.value(once)).toEqual(once)
  expect(JSON.stringify(once).match(/«redacted:[0-9a-f]{8}»/g)).toHaveLength(7)
})

test('the stream of a text is the text, however it is cut in pieces', () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIIEabc0123\nabc\n-----END PRIVATE KEY-----'
  const lines = 'first\nsecond, with-a-break'
  const redactor = createRedactor({ known: [KNOWN, lines] })
  const words = [
    KNOWN,
    lines,
    key,
    'ghp_0123456789abcdefghijABCDEFGHIJ012345',
    'password=a1b2c3d4e5',
    'a word',
    '\n',
    ' ',
    '-----BEGIN',
  ]
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...words)).map(all => all.join(' ')),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      (text, sizes) => {
        const stream = redactor.stream()
        let shown = ''
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length] as number
          shown += stream.push(text.slice(at, at + size))
          at += size
        }
        expect(shown + stream.end()).toBe(redactor.text(text))
      },
    ),
  )
})

test('a stream gives whole lines as they come, and holds back what is not over', () => {
  const stream = redactor.stream()
  expect(stream.push('one\ntw')).toBe('one\n')
  expect(stream.push('o\n')).toBe('two\n')
  expect(stream.push('-----BEGIN CERTIFICATE-----\nabc\n'.repeat(4))).toContain('CERTIFICATE')
  expect(stream.push('-----BEGIN PRIVATE KEY-----\nabc\n')).toBe('')
  expect(stream.push('def\n-----END PRIVATE KEY-----\n')).toBe('«redacted»\n')
  expect(stream.end()).toBe('')
})

test('a stream without line breaks is not held back for ever, and still cuts no secret', () => {
  const known = 'one,two}three]four-canary'
  const { stream, text } = createRedactor({ known: [known] })
  const redacting = stream()
  const all = `${'"a":"b",'.repeat(4_000)}"password":"a1b2c3d4","x":"${known}",`.repeat(8)
  let [shown, most] = ['', 0]
  for (let at = 0; at < all.length; at += 1_000) {
    shown += redacting.push(all.slice(at, at + 1_000))
    most = Math.max(most, at + 1_000 - shown.length)
  }
  shown += redacting.end()
  expect(shown).toBe(text(all))
  expect(most).toBeLessThan(80_000)
  const endless = stream()
  expect(endless.push('x'.repeat(100_000)).length).toBe(100_000 - 8_192)
})

test('the end of a text that goes on is taken out where it may be the beginning of a secret', () => {
  const redactor = createRedactor({ known: ['told-you-so'] })
  expect(redactor.head('the key is ghp_ab1')).toBe('the key is «redacted»')
  expect(redactor.head('the key is sk-ant-api')).toBe('the key is «redacted»')
  expect(redactor.head('value 0123456789abcdef0')).toBe('value «redacted»')
  expect(redactor.head('it was told-yo')).toBe('it was «redacted»')
  expect(redactor.head('an ordinary sentence ends')).toBe('an ordinary sentence ends')
  expect(redactor.head('key ghp_abcdefghijklmnopqrstuvwxyz0123456789 and more')).toBe(
    'key «redacted» and more',
  )
})

test('colours and what has no shape hide no secret, and stay where there is none', () => {
  const redactor = createRedactor({ known: ['told-you-so'] })
  const token = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
  const hidden = [
    '\x1b[01;31m\x1b[KDB_PASSWORD\x1b[m\x1b[K=hunter2secretQ',
    `\x1b[31m${token.slice(0, 15)}\x1b[0m${token.slice(15)}`,
    `${token.slice(0, 15)}\u200b${token.slice(15)}`,
    `${token.slice(0, 2)}\x1b(B\x1b[m${token.slice(2)}`,
    `${token.slice(0, 15)}\x1b]8;;http://x.test\x07${token.slice(15)}`,
    'told-\x1b[1myou\x1b[0m-so',
    `-----BEGIN \x1b[1mPRIVATE KEY-----\nMIIabc0123456789\x1b[0m\n-----END PRIVATE KEY-----`,
  ]
  const green = '\x1b[32mok\x1b[0m a line\u200b of its own\n'
  for (const each of hidden) {
    const shown = redactor.text(`${green}${each}\n${green}`)
    expect(shown).not.toMatch(/hunter2|ghp_|6789|told|so\b|MII/)
    expect(redactor.text(shown)).toBe(shown)
    expect(JSON.stringify(redactor.value({ a: each }))).not.toMatch(/hunter2|ghp_|6789|told|MII/)
    if (!each.includes('\n')) expect(shown.split('\n')[0]).toBe(green.trimEnd())
  }
  expect(redactor.text(green)).toBe(green)
  expect(redactor.head(`\x1b[1mghp_\x1b[0mabcdef`)).not.toContain('abc')
})
