import type { Entry } from '@parley/acp/inspect'
import { expect, test } from 'vitest'
import { examine } from './examination.js'
import type { Judge } from './judge.js'
import type { Scenario, Theatre } from './play.js'
import { toJsonReport } from './report/json.js'
import { toJunitReport } from './report/junit.js'
import { toTextReport } from './report/text.js'

interface Bare {
  wires: (readonly Entry[])[]
  silence?: string
}

const ID = 'agent.session.id'
const theatre: Theatre<Bare, Scenario<Bare>> = {
  side: 'agent',
  version: 1,
  obstacle: () => undefined,
  build: () => ({ wires: [] }),
  wiresOf: ({ wires }) => wires,
  silenceOf: ({ silence }) => silence,
  strike: async () => {},
}
const scenario = (name: string, play: (stage: Bare, judge: Judge) => Promise<void>): Scenario<Bare> => ({
  name,
  title: name,
  versions: [1],
  verifies: [ID],
  play,
})
const judging = (isKept: boolean, detail = '') =>
  scenario(`judging-${isKept}`, async (_, judge) => void judge.check(ID, isKept, detail))
const run = (scenarios: readonly Scenario<Bare>[], more: object = {}) =>
  examine(theatre, { subjectOf: () => ({ name: 'peer' }) }, { scenarios, command: 'peer', jobs: 1, ...more })
const outcomeOf = (report: Awaited<ReturnType<typeof run>>) =>
  report.verdicts.find(({ requirement }) => requirement.id === ID)?.outcome

test('a rule that stumbles over one wire costs one scenario, and the run is not called whole', async () => {
  const trap = {
    get to(): 'client' {
      throw new Error('a trap')
    },
    at: 0,
    message: {},
    bytes: 1,
  }
  const report = await run([scenario('trapped', async stage => void stage.wires.push([trap])), judging(true)])
  expect(report.performances.map(({ stumble }) => stumble)).toEqual([
    expect.stringContaining('a trap'),
    undefined,
  ])
  expect(outcomeOf(report)).toBe('passed')
  expect(toTextReport(report)).toContain('trapped: the examiner stumbled')
  expect(toJunitReport(report)).toContain('errors="1"')
})

test('whoever interrupts gets a report of what was played; what is still being played has no say any more', async () => {
  const controller = new AbortController()
  let goOn = (): void => {}
  const struck = new Promise<void>(resolve => {
    goOn = resolve
  })
  const late = scenario('late', async (_, judge) => {
    controller.abort()
    await struck
    judge.check(ID, false, 'the stage was gone')
  })
  const strike = async (): Promise<void> => {
    goOn()
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  const report = await examine(
    { ...theatre, strike },
    { subjectOf: () => undefined },
    {
      scenarios: [late, judging(true)],
      command: 'peer',
      jobs: 1,
      signal: controller.signal,
    },
  )
  expect(report.performances.map(each => each.scenario)).toEqual(['late'])
  expect([outcomeOf(report), report.isInterrupted]).toEqual(['skipped', true])
  expect(toTextReport(report)).toContain('interrupted before every scenario was played')
})

test('a peer that says nothing twice is not asked again, and nothing is held against it', async () => {
  const mute = (name: string) =>
    scenario(name, async (stage, judge) => {
      stage.silence = 'it never answered: exit code 1'
      judge.check(ID, false, 'expected a result, found exit code 1')
    })
  const report = await run([mute('one'), mute('two'), mute('three')])
  expect(report.performances).toHaveLength(2)
  expect(report.obstacle).toBe('it never answered: exit code 1')
  expect(report.verdicts.map(({ outcome }) => outcome)).not.toContain('failed')
  const heard = await run([judging(false), mute('one'), mute('two'), mute('three')])
  expect([heard.performances.length, heard.obstacle, outcomeOf(heard)]).toEqual([4, undefined, 'failed'])
})

test('nothing that a run writes down holds what it was told in confidence', async () => {
  const secrets = ['correct-horse-battery', 'hunter2secretQ99', `ghp_${'a1B2c3D4e5F6'.repeat(3)}`]
  const said = secrets.join(' and ')
  const telling = scenario('telling', async (stage, judge) => {
    stage.wires.push([{ at: 0, to: 'client', message: { method: said, params: { said } }, bytes: 200 }])
    judge.check(ID, false, `found ${said}`)
  })
  const report = await examine(
    theatre,
    { subjectOf: () => ({ name: said, version: said }) },
    {
      scenarios: [telling],
      command: `peer --token hunter2secretQ99 ${secrets[2]}`,
      secrets: secrets.slice(0, 1),
    },
  )
  const texts = [JSON.stringify(report), toTextReport(report), toJsonReport(report)]
  for (const text of texts) for (const secret of secrets) expect(text).not.toContain(secret)
  expect(toJsonReport(report)).toContain('found \\u00abredacted:')
})
