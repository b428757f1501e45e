import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Malformed } from './channel.js'
import { decode } from './decode.js'
import { defaultLimits } from './limits.js'
import { Stencils } from './stencil.js'

const PATH = ['params', 'update', 'content', 'text']

const piece = (text: string, more: object = {}): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    method: 'tell',
    params: { name: 'n', update: { content: { type: 'text', text }, ...more } },
  })

/** A reader that has seen a piece, and what it makes of another text. */
function readAfter(first: string, ...texts: string[]): unknown[] {
  const stencils = new Stencils(PATH)
  stencils.read(first, defaultLimits)
  return texts.map(text => stencils.read(text, defaultLimits))
}

// Written, because a key in another place is another message too.
const written = (value: unknown): string =>
  value instanceof Malformed ? `malformed: ${value.reason} ${value.detail}` : JSON.stringify(value)

const expectDecoded = (first: string, ...texts: string[]): void => {
  const values = readAfter(first, ...texts)
  for (const [index, text] of texts.entries())
    expect(written(values[index])).toBe(written(decode(text, defaultLimits)))
}

test('pieces of a stream are read as they would be without the ones before them', () => {
  const words = [
    '',
    'b',
    'two words',
    'a "quoted" one',
    'back\\slash',
    'line\nbreak',
    '\u00e9\u4e2d\u{1f600}',
    'text',
    '?',
  ]
  expectDecoded(piece('first'), ...words.map(text => piece(text)))
  expectDecoded(piece('first', { id: '1' }), ...words.map(text => piece(text, { id: '1' })))
})

test('what only begins and ends like a piece is read whole', () => {
  const like = piece('first')
  expectDecoded(
    like,
    like.replace('first', 'a","type":"image","text":"b'),
    like.replace('first', 'a","more":{"deep":"b"},"text":"b'),
    like.replace('"first"', '""'),
    like.replace('"first"', '"'),
    like.replace('"first"', '7'),
    like.slice(0, -1),
    `${like}}`,
  )
})

test('text that is no JSON between the quotes is malformed', () => {
  const like = piece('first')
  const odd = ['a"b', 'a\\', 'a\\x', 'tab\there', 'a"}}}}{"b":"', '\\u12']
  for (const value of readAfter(like, ...odd.map(words => like.replace('first', words))))
    expect(value).toMatchObject({ reason: 'parse_error' })
})

test('a key that stands twice misleads nobody', () => {
  const twice = (text: string): string =>
    `{"jsonrpc":"2.0","params":{"update":{"content":{"text":"${text}","text":"b"}}}}`
  expectDecoded(twice('a'), twice('c'), twice('d'))
  const outer = (text: string): string =>
    `{"params":{"update":{"content":{"text":"${text}"},"content":{"text":"b"}}}}`
  expectDecoded(outer('b'), outer('c'), outer('b'))
  const before = (text: string): string => `{"params":{"update":{"content":{"text":"b","text":"${text}"}}}}`
  expectDecoded(before('a'), before('c'), before('b'))
})

test('words that are spelt with escapes are not taken for another string that is not', () => {
  const spelt = (name: string): string =>
    `{"params":{"name":"${name}","update":{"content":{"text":"\\u0062"}}}}`
  expectDecoded(spelt('b'), spelt('c'), spelt('b'))
  const named = (key: string): string => `{"params":{"${key}":1,"update":{"content":{"text":"\\u0062"}}}}`
  expectDecoded(named('b'), named('c'), named('b'))
})

test('what somebody does to one message changes no other', () => {
  const stencils = new Stencils(PATH)
  const read = (text: string) =>
    stencils.read(piece(text), defaultLimits) as { params: { name: string; update: { content: object } } }
  for (const text of ['a', 'b', 'c', 'd']) {
    const value = read(text)
    expect(written(value)).toBe(piece(text))
    value.params.name = 'changed'
    Object.assign(value.params.update.content, { type: 'changed', text: 'changed' })
    Object.assign(value.params.update, { more: 'changed' })
  }
})

test('messages share nothing that could be changed', () => {
  const stencils = new Stencils(PATH)
  const read = () =>
    stencils.read(piece('a', { _meta: { list: [] } }), defaultLimits) as {
      params: { update: { _meta: { list: number[] } } }
    }
  read().params.update._meta.list.push(1)
  read().params.update._meta.list.push(1)
  expect(read().params.update._meta.list).toEqual([])
})

test('an own __proto__ beside the words is dropped from every piece, however it is spelt', () => {
  for (const key of ['__proto__', '__pro\\u0074o__']) {
    const odd = (text: string): string => `{"params":{"update":{"${key}":1,"content":{"text":"${text}"}}}}`
    for (const value of readAfter(odd('a'), odd('b'), odd('c')) as { params: { update: object } }[])
      expect(Reflect.ownKeys(value.params.update)).toEqual(['content'])
  }
})

test('a string that a peer could foresee proves nothing', () => {
  const key = (name: string): string =>
    String.raw`{"params":{"update":{"content":{"te\u0078t":"text?","${name}":"te\u0078t"}}}}`
  expectDecoded(key('text'), key('other'), key('text'))
  const words = 'p"},"c":{"z":"r'
  const spelt = (text: string): string => text.replaceAll('"', '\\u0022')
  const torn = (other: string): string =>
    `{"params":{"update":{"content":{"text":"${spelt(`${words}?`)}","k":${JSON.stringify(other)},"text":"${spelt(words)}"},"c":1}}}`
  expectDecoded(torn(words), torn('X'), torn(words))
})

test('a piece with other words than the one before is read by what they have in common', () => {
  const stencils = new Stencils(PATH)
  const parsed = vi.spyOn(JSON, 'parse')
  try {
    const charactersFor = (text: string): number => {
      parsed.mockClear()
      stencils.read(piece(text), defaultLimits)
      return parsed.mock.calls.reduce((sum, [given]) => sum + String(given).length, 0)
    }
    expect(charactersFor('the first ')).toBeGreaterThan(piece('the first ').length)
    for (const text of ['the second ', 'a line\n', 'a "quoted" one'])
      expect(charactersFor(text)).toBe(JSON.stringify(text).length)
  } finally {
    parsed.mockRestore()
  }
})

test('where more streams take turns than are remembered, most are read as if nothing were', () => {
  const stencils = new Stencils(PATH)
  const parsed = vi.spyOn(JSON, 'parse')
  try {
    const texts = Array.from({ length: 2_000 }, (_, at) => piece(`words ${at}`, { id: String(at % 9) }))
    for (const text of texts) stencils.read(text, defaultLimits)
    const extra = parsed.mock.calls.length - texts.length
    expect(extra).toBeLessThan(texts.length / 10)
    // And one stream alone is soon known again.
    for (let at = 0; at < 300; at++) stencils.read(piece(`words ${at}`, { id: 'one' }), defaultLimits)
    parsed.mockClear()
    stencils.read(piece('last words', { id: 'one' }), defaultLimits)
    expect(parsed.mock.calls).toEqual([['"last words"']])
  } finally {
    parsed.mockRestore()
  }
})

test('nothing is remembered of a long text', () => {
  const stencils = new Stencils(PATH)
  const long = (text: string): string => piece(text, { more: 'x'.repeat(4_096) })
  stencils.read(long('a'), defaultLimits)
  const parsed = vi.spyOn(JSON, 'parse')
  try {
    stencils.read(long('b'), defaultLimits)
    expect(parsed.mock.calls).toEqual([[long('b')]])
  } finally {
    parsed.mockRestore()
  }
})

const json = fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.jsonValue({ maxDepth: 2 }))
const someWords = fc.oneof(
  fc.constantFrom('a', 'b', 'text', 'content', ''),
  fc.string(),
  fc.string({ unit: 'binary' }),
)
const somePiece = fc.record({
  text: someWords,
  name: fc.constantFrom('n', 'm', 'a'),
  more: fc.option(fc.record({ key: fc.constantFrom('id', 'text', '_meta', '0'), value: json }), {
    nil: undefined,
  }),
})

test('whatever streams take turns, and whatever is done to their texts, nothing is read that was not said', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          somePiece,
          cut: fc.option(fc.nat(120)),
          put: fc.constantFrom('', '"', '\\', ',', '}', '{"'),
        }),
        {
          minLength: 2,
          maxLength: 30,
        },
      ),
      pieces => {
        const stencils = new Stencils(PATH)
        for (const { somePiece, cut, put } of pieces) {
          const { text, name, more } = somePiece
          const update = { content: { type: 'text', text }, ...(more && { [more.key]: more.value }) }
          const whole = JSON.stringify({ jsonrpc: '2.0', method: 'tell', params: { name, update } })
          const said = cut === null ? whole : whole.slice(0, cut) + put + whole.slice(cut)
          expect(written(stencils.read(said, defaultLimits))).toBe(written(decode(said, defaultLimits)))
        }
      },
    ),
  )
})

test('limits hold for what is read like the one before', () => {
  const texts = ['a', 'b', '[{'.repeat(300), 'c'.repeat(2_000)].map(text => piece(text))
  const dense = (text: string): string => {
    const items = Array.from({ length: 110 }, (_, at) => (at % 2 === 0 ? '{}' : '[]'))
    return `{"params":{"update":{"content":{"text":"${text}"}},"a":[${items}],"a":1}}`
  }
  for (const limits of [
    { depth: 3 },
    { depth: 4 },
    { items: 4 },
    { items: 9 },
    { items: 195 },
    { items: 225 },
  ]) {
    const all = { ...defaultLimits, ...limits }
    const stencils = new Stencils(PATH)
    for (const text of [...texts, ...texts, dense('zz'), dense('y'.repeat(1_500))])
      expect(written(stencils.read(text, all))).toBe(written(decode(text, all)))
  }
})

test('where more streams take turns than are remembered, each is still read as it is', () => {
  const texts = Array.from({ length: 400 }, (_, at) => piece(`words ${at}`, { id: String(at % 9) }))
  expectDecoded(piece('first'), ...texts)
})
