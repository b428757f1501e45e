import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fixture, makeHome, startWire } from '../wire.fixture.js'
import { Chaos } from './chaos.js'
import { spoil } from './damage.js'
import { makeDice } from './dice.js'
import { Judge } from './judge.js'
import { DAMAGES } from './rule.js'
import { readRules } from './rule-reader.js'
import { WholeLines } from './whole-lines.js'

describe('rules', () => {
  test.each([
    ['[', '/: expected JSON: a list of rules; found ['],
    ['7', '/: expected a list of rules; found 7'],
    [
      '[{}]',
      '/0/do: expected one of delay, drop, duplicate, reorder, split, malform, disconnect, hold; found nothing',
    ],
    ['[{"do":"drop"},{"do":"delay"}]', '/1/ms: expected a number from 0 to 600000; found nothing'],
    ['[{"do":"delay","ms":[9,1]}]', '/0/ms/1: expected a number from 9 to 600000; found 1'],
    [
      '[{"do":"drop","ms":1}]',
      '/0/ms: expected one of do, to, method, session, kind, nth, probability; found ms',
    ],
    ['[{"do":"drop","to":"me"}]', '/0/to: expected one of agent, client; found me'],
    ['[{"do":"drop","probability":2}]', '/0/probability: expected a number from 0 to 1; found 2'],
    ['[{"do":"drop","nth":[1,0]}]', '/0/nth/1: expected a number from 1 to 9007199254740991; found 0'],
    [
      '[{"do":"malform","how":"badly"}]',
      '/0/how: expected one of cut, flip, wrong_type, invalid_utf8, not_json; found badly',
    ],
    ['{"do":"split","bytes":1.5}', '/bytes: expected a whole number from 1 to 1000000; found 1.5'],
  ])('%s is refused with its place', (text, message) => {
    expect(() => readRules(text)).toThrow(message)
  })

  test('what is left out has its usual value', () => {
    expect(readRules('[{"do":"split","method":"a/*"},{"do":"reorder"}]')).toMatchObject([
      { deed: { do: 'split', bytes: 1, ms: [1, 1] }, method: 'a/*' },
      { deed: { do: 'reorder', by: 1 } },
    ])
  })
})

describe('the judge', () => {
  const decide = (seed: number, text: string): readonly boolean[] => {
    const judge = new Judge(readRules(text), seed)
    return Array.from(
      { length: 200 },
      () => judge.judge({ to: 'client', method: 'session/update', kind: 'notification' }) !== undefined,
    )
  }
  const half = '[{"do":"drop","probability":0.5}]'

  test('decides the same with the same seed, and otherwise with another', () => {
    expect(decide(7, half)).toEqual(decide(7, half))
    expect(decide(7, half)).not.toEqual(decide(8, half))
    const hits = decide(7, half).filter(Boolean).length
    expect(hits).toBeGreaterThan(60)
    expect(hits).toBeLessThan(140)
  })

  test('what goes the other way changes nothing in this one', () => {
    const one = new Judge(readRules(half), 3)
    const other = new Judge(readRules(half), 3)
    const seen = [one, other].map((judge, index) =>
      Array.from({ length: 100 }, () => {
        if (index === 1) judge.judge({ to: 'agent', method: 'x' })
        return judge.judge({ to: 'client', method: 'x' }) !== undefined
      }),
    )
    expect(seen[0]).toEqual(seen[1])
  })

  test('looks at direction, method, session, kind and count; the first rule that fits acts', () => {
    const judge = new Judge(
      readRules(
        '[{"do":"drop","to":"agent","method":"session/*","session":"s","kind":"request","nth":2},{"do":"duplicate","method":"session/prompt"}]',
      ),
      1,
    )
    const prompt = { to: 'agent', method: 'session/prompt', session: 's', kind: 'request' } as const
    const deed = (subject: Parameters<Judge['judge']>[0]) => judge.judge(subject)?.rule.deed.do
    expect(deed(prompt)).toBe('duplicate')
    expect(deed({ ...prompt, to: 'client' })).toBe('duplicate')
    expect(deed({ ...prompt, session: 't' })).toBe('duplicate')
    expect(deed({ ...prompt, method: 'session/new' })).toBe('drop')
    expect(deed({ ...prompt, method: 'initialize' })).toBeUndefined()
    expect(deed({ to: 'agent' })).toBeUndefined()
  })
})

test('lines are cut anywhere and put together again without a byte lost', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 30 }),
      (pieces, most) => {
        const lines = new WholeLines(most)
        const out = pieces.flatMap(piece => [...lines.push(piece)].map(({ bytes }) => bytes))
        const last = lines.end()
        const whole = Buffer.concat([...out, ...(last === undefined ? [] : [last.bytes])])
        expect(whole).toEqual(Buffer.concat(pieces))
      },
    ),
  )
})

test('what is spoilt is one line, another one than before, and the same with the same dice', () => {
  const line = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}\n')
  for (const how of DAMAGES)
    for (let seed = 0; seed < 50; seed++) {
      const spoilt = spoil(line, how, makeDice(seed, 'x'))
      expect(spoilt.indexOf(10)).toBe(spoilt.length - 1)
      expect(Buffer.from(spoilt)).not.toEqual(line)
      expect(spoil(line, how, makeDice(seed, 'x'))).toEqual(spoilt)
    }
})

const NOTES = Array.from(
  { length: 20 },
  (_, number) => `{"jsonrpc":"2.0","method":"note","params":{"n":${number}}}`,
)

/** What comes back of twenty notes; only what goes to the client is tampered with. */
async function reflect(
  rules: unknown,
  ...flags: string[]
): Promise<{ lines: readonly string[]; log: string }> {
  const { env } = makeHome()
  const chaos = JSON.stringify(rules)
  const wire = startWire(
    ['--log', '-', '--chaos', chaos, ...flags, '--', process.execPath, fixture('mirror.mjs')],
    env,
  )
  wire.child.stdin.end(`${NOTES.join('\n')}\n`)
  await wire.exited
  return { lines: wire.output().split('\n').slice(0, -1), log: wire.errors() }
}

test('drops, doubles and reorders messages to one side, and leaves the others as they are', async () => {
  const { lines, log } = await reflect([
    { do: 'drop', to: 'client', nth: 3 },
    { do: 'duplicate', to: 'client', nth: 5, times: 2 },
    { do: 'reorder', to: 'client', nth: 8, by: 2 },
  ])
  const expected = [...NOTES, 'goodbye']
  expected.splice(7, 3, ...[NOTES[8], NOTES[9], NOTES[7]].map(String))
  expected.splice(4, 1, ...Array.from({ length: 3 }, () => String(NOTES[4])))
  expected.splice(2, 1)
  expect(lines).toEqual(expected)
  expect(log).toContain('dropped: note to the client, 51 bytes (rule 1)')
  expect(log).toContain('sent 3 times: note')
  expect(log).toContain('held back behind 2: note')
})

test('a message that is held back for less goes first, whoever was held back before it', async () => {
  const { lines } = await reflect([
    { do: 'reorder', to: 'client', nth: 1, by: 5 },
    { do: 'reorder', to: 'client', nth: 2, by: 1 },
  ])
  const order = [2, 1, 3, 4, 5, 6, 0].map(number => String(NOTES[number]))
  expect(lines.slice(0, 7)).toEqual(order)
  expect(lines).toHaveLength(NOTES.length + 1)
})

test('a large message in small pieces takes no more room than itself', async () => {
  const chaos = new Chaos(readRules('{"do":"split","bytes":1,"ms":600000}'), 1)
  const written: Uint8Array[] = []
  const outlet = {
    write: (bytes: Uint8Array) => written.push(bytes) > 0,
    end: async () => {},
    onRoom: () => {},
  }
  const notes: string[] = []
  const means = { agent: undefined as never, note: (detail: string) => void notes.push(detail) }
  const line = Buffer.from(`{"jsonrpc":"2.0","method":"note","params":"${'x'.repeat(3_000_000)}"}\n`)
  const before = process.memoryUsage().heapUsed
  chaos.detour(means)(outlet, 'client').write(line)
  const grown = process.memoryUsage().heapUsed - before
  expect(notes).toEqual([expect.stringContaining(`split into ${line.length} pieces`)])
  expect(grown).toBeLessThan(150_000_000)
  await expect.poll(() => written.length).toBe(1)
})

test('the same seed makes the same chaos on a real wire, another seed another one', {
  timeout: 60_000,
}, async () => {
  const rules = [
    { do: 'drop', to: 'client', probability: 0.2 },
    { do: 'malform', how: 'flip', to: 'client', probability: 0.4 },
    { do: 'delay', ms: [0, 5], to: 'client', probability: 0.5 },
  ]
  const [one, same, other] = await Promise.all([
    reflect(rules, '--seed', '5'),
    reflect(rules, '--seed', '5'),
    reflect(rules, '--seed', '6'),
  ])
  expect(one.lines).toEqual(same.lines)
  expect(one.lines).not.toEqual(other.lines)
  const deeds = (log: string): readonly string[] =>
    log.split('\n').flatMap(line => /injected.*/.exec(line) ?? [])
  expect(deeds(one.log)).toEqual(deeds(same.log))
  expect(deeds(one.log).length).toBeGreaterThan(5)
})

test('a message is delayed, and those behind it wait: the order stays', async () => {
  const { env } = makeHome()
  const rules = JSON.stringify({ do: 'delay', ms: 700, to: 'agent', nth: 1 })
  const wire = startWire(['--chaos', rules, '--', process.execPath, fixture('mirror.mjs')], env)
  const started = performance.now()
  wire.child.stdin.write('{"n":1}\n{"n":2}\n')
  await wire.hears('{"n":2}')
  expect(performance.now() - started).toBeGreaterThan(700)
  expect(wire.output()).toBe('{"n":1}\n{"n":2}\n')
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([7, null])
})

test('a message comes in pieces with pauses between them, and is whole in the end', async () => {
  const { env } = makeHome()
  const rules = JSON.stringify({ do: 'split', bytes: 7, ms: 100, to: 'client', nth: 1 })
  const wire = startWire(['--log', '-', '--chaos', rules, '--', process.execPath, fixture('mirror.mjs')], env)
  let pieces = 0
  wire.child.stdout.on('data', () => pieces++)
  const started = performance.now()
  wire.child.stdin.end(`${NOTES[0]}\n`)
  await wire.exited
  // Who is slow to read finds several of them together.
  expect(pieces).toBeGreaterThan(1)
  expect(performance.now() - started).toBeGreaterThan(700)
  expect(wire.output()).toBe(`${NOTES[0]}\ngoodbye\n`)
  expect(wire.errors()).toContain('split into 8 pieces: note')
})

test.each([
  ['kill', [null, 'SIGKILL']],
  ['stdin', [7, null]],
] as const)('the agent is cut off (%s) at the message that the rule names', async (close, exit) => {
  const { env, home } = makeHome()
  const file = join(home, 'chaos.json')
  writeFileSync(file, JSON.stringify([{ do: 'disconnect', close, to: 'agent', nth: 2 }]))
  const wire = startWire(['--chaos', file, '--', process.execPath, fixture('mirror.mjs')], env)
  wire.child.stdin.write('{"n":1}\n')
  await wire.hears('{"n":1}')
  wire.child.stdin.write('{"n":2}\n{"n":3}\n')
  expect(await wire.exited).toEqual(exit)
  expect(wire.output()).not.toContain('{"n":2}')
})

test('the output is cut off: the client learns of it while the agent lives', async () => {
  const { env } = makeHome()
  const rules = JSON.stringify({ do: 'disconnect', close: 'stdout', to: 'client', nth: 2 })
  const wire = startWire(['--chaos', rules, '--', process.execPath, fixture('mirror.mjs')], env)
  wire.child.stdin.write('{"n":1}\n{"n":2}\n')
  await once(wire.child.stdout, 'end')
  expect(wire.output()).toBe('{"n":1}\n')
  expect(wire.child.exitCode).toBeNull()
  wire.child.stdin.end()
  expect(await wire.exited).toEqual([7, null])
})

test('rules that are wrong are told before anything is started', async () => {
  const { env } = makeHome()
  const wire = startWire(
    ['--chaos', '[{"do":"explode"}]', '--', process.execPath, fixture('mirror.mjs')],
    env,
  )
  expect(await wire.exited).toEqual([2, null])
  expect(wire.errors()).toContain('--chaos: chaos /0/do: expected one of delay, drop')
  expect(wire.output()).toBe('')
})
