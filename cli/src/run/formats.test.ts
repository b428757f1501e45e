import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makePlace, parley } from './command.fixture.js'

const show = (format: string, env = {}) => {
  const place = makePlace()
  return parley(place, ['run', 'show', '--format', format, ...place.actor], { env })
}

test.concurrent('text reads like a conversation: thoughts, plan, calls, diffs; what it cost stands on stderr', async () => {
  const { code, stdout, stderr } = await show('text')
  expect(code).toBe(0)
  expect(stdout.replace(/\d+ ms/g, 'N ms')).toBe(
    [
      '… Let me think.',
      '',
      '# Title',
      '',
      'Some *text*.',
      'plan',
      '  ✓ Look',
      '  ▸ Leap',
      '✓ Edit a file a.txt:3 N ms',
      '    a.txt +1 −1',
      '    1   one',
      '    2 − two',
      '    2 + 2',
      '    3   three',
      '✗ Look for it N ms',
      '    nothing found',
      '',
      'Done.',
      '',
    ].join('\n'),
  )
  expect(stderr).toBe('1 file changed, +1 −1 · context 10 of 100 · cost 0.25 USD\n')
})

test.concurrent('colours come when they are demanded, and --no-color has the last word', async () => {
  const place = makePlace()
  const args = ['run', 'show', ...place.actor]
  const [forced, flag] = await Promise.all([
    parley(place, args, { env: { FORCE_COLOR: '1' } }),
    parley(place, [...args, '--no-color'], { env: { FORCE_COLOR: '1' } }),
  ])
  expect(forced.stdout).toContain('\u001b[1mTitle\u001b[22m\n')
  expect(forced.stdout).toContain('\u001b[2mLet me think.\u001b[22m')
  expect(forced.stdout).toContain('\u001b[31m2 − two\u001b[39m')
  expect(flag.stdout).not.toContain('\u001b')
})

test.concurrent('json is one object at the end, with everything that a script wants to know', async () => {
  const { stdout } = await show('json')
  const report = JSON.parse(stdout)
  expect(Object.keys(report)).toEqual(
    'agent sessionId cwd stopReason exitCode text isCut toolCalls permissions changes usage error durationMs'.split(
      ' ',
    ),
  )
  expect(report).toMatchObject({
    agent: { name: 'actor', version: '1.2.3' },
    stopReason: 'end_turn',
    exitCode: 0,
    text: 'Done.',
    isCut: false,
    toolCalls: [
      { id: 't1', title: 'Edit a file', kind: 'edit', status: 'completed', locations: [{ line: 3 }] },
      { id: 't2', status: 'failed' },
    ],
    permissions: [],
    changes: [{ path: `${report.cwd}/a.txt`, added: 1, removed: 1 }],
    usage: { used: 10, size: 100, cost: { amount: 0.25, currency: 'USD' } },
    error: null,
  })
})

test.concurrent('ndjson is one event per line, each with a type and a time', async () => {
  const { stdout } = await show('ndjson')
  const events = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(events.map(({ type }) => type)).toEqual(
    'start thought text plan tool tool tool usage text end'.split(' '),
  )
  for (const { time } of events) expect(new Date(time).toISOString()).toBe(time)
  expect(events[5]).toMatchObject({
    id: 't1',
    title: 'Edit a file',
    status: 'completed',
    content: [{ type: 'diff' }],
  })
  expect(events.at(-1)).toMatchObject({ exitCode: 0, text: 'Done.' })
})

test.concurrent('markdown is the conversation as a document, quiet is the last message alone', async () => {
  const [markdown, quiet] = await Promise.all([show('markdown'), show('quiet')])
  expect(markdown.stdout).toMatch(/^## User\n\n> show\n/)
  expect(markdown.stdout).toContain('## Agent')
  expect(markdown.stdout).toContain('+2')
  expect(quiet).toMatchObject({ stdout: 'Done.\n', stderr: '' })
})

test.concurrent.each([
  ['that was asked for', ['--protocol', '2'], 'router'],
  ['that speaks no other', [], '2'],
])('an agent of version 2 %s is shown in the same words', async (_, flags, speaks) => {
  const official = fileURLToPath(
    new URL('../../../sdk/src/node/interop/fixtures/official-agent.mjs', import.meta.url),
  )
  const place = makePlace()
  const args = ['run', `talk ${place.cwd}/a.txt`, ...flags, '--agent', `node ${official} ${speaks}`]
  const { code, stdout } = await parley(place, args)
  expect(code).toBe(0)
  expect(stdout).toMatch(
    /^… hm\n\nHello world\n✓ Edit a file a\.txt:3 \d+ ms\n {4}modify .*\nplan\n {2}✓ Look\n/,
  )
})
