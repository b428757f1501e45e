/** Every form of every value that the bridge translates: valid in the other version, and itself when it comes back. */
import { expect, test } from 'vitest'
import { isUri } from '../../../schema/leaf.js'
import { loadSubjects } from '../../../schema/oracle.fixture.js'
import { Sampler } from '../../../schema/sampler.fixture.js'
import type { Shape } from '../../../schema/trail.js'
import { type Fields, isFields } from '../../../thread/fields.js'
import { toNewAuthMethod, toOldAuthMethod } from './auth-methods.js'
import { toNewBlock, toOldBlock } from './blocks.js'
import { toNewCommand, toOldCommand } from './commands.js'
import { findFlaw } from './crossing.fixture.js'
import { toNewOpened, toOldOpened } from './opened.js'
import { toNewOption, toOldOption } from './options.js'
import { toNewServers, toOldServers } from './servers.js'
import { nothingTold, toldTo } from './told.js'
import { toNewToolCall, toOldToolCall } from './tool-calls.js'

type Translate = (value: never) => unknown

interface Kind {
  readonly type: string
  /** The client hears less than version 1 can say, so only version 2 gets back what it said. */
  readonly isDeaf?: true
  readonly toNew: Translate
  readonly toOld: Translate
}

const booleans = toldTo({ booleans: true })
const KINDS: readonly Kind[] = [
  { type: 'ContentBlock', toNew: toNewBlock, toOld: toOldBlock },
  { type: 'ToolCallUpdate', toNew: toNewToolCall, toOld: call => toOldToolCall(nothingTold, call) },
  {
    type: 'SessionConfigOption',
    toNew: toNewOption,
    toOld: option => toOldOption(option, { booleans: true }),
  },
  {
    type: 'SessionConfigOption',
    isDeaf: true,
    toNew: toNewOption,
    toOld: option => toOldOption(option, { booleans: false }),
  },
  { type: 'AvailableCommand', toNew: toNewCommand, toOld: toOldCommand },
  { type: 'AuthMethod', toNew: toNewAuthMethod, toOld: toOldAuthMethod },
  { type: 'McpServer', toNew: toNewServer, toOld: toOldServer },
  {
    type: 'NewSessionResponse',
    toNew: answer => toNewOpened(nothingTold, answer).answer,
    toOld: answer => toOldOpened(booleans, answer).answer,
  },
  {
    type: 'NewSessionResponse',
    isDeaf: true,
    toNew: answer => toNewOpened(nothingTold, answer).answer,
    toOld: answer => toOldOpened(nothingTold, answer).answer,
  },
]

function toNewServer(server: never): unknown {
  return toNewServers([server])[0]
}

function toOldServer(server: never): unknown {
  return toOldServers([server]).servers[0]
}

const subjects = await loadSubjects()

function sideOf(name: string): {
  readonly samplesOf: (type: string) => readonly Fields[]
  readonly shapeOf: (type: string) => Shape
} {
  const subject = subjects.find(each => each.name === name)
  if (subject === undefined) throw new Error(`no ${name}`)
  const sampler = new Sampler(subject.definitions)
  const shapeOf = (type: string): Shape => {
    const pair = subject.pairs.find(each => each.type === type)
    if (pair === undefined) throw new Error(`no shape of ${type}`)
    return pair.ours
  }
  const samplesOf = (type: string): readonly Fields[] =>
    sampler
      .of(type)
      .filter((value): value is Fields => isFields(value) && findFlaw(value, shapeOf(type)) === undefined)
  return { samplesOf, shapeOf }
}

const old = sideOf('v1-unstable')
const recent = sideOf('v2-unstable')

/** Nothing, null and an empty list of what is not there are one where nothing is patched. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  if (!isFields(value)) return value
  const entries = Object.entries(value).filter(([, part]) => part !== null && part !== undefined)
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]))
}

function wire(value: unknown): never {
  return JSON.parse(JSON.stringify(value)) as never
}

test.for(KINDS.filter(({ isDeaf }) => isDeaf === undefined))(
  '$type of version 1 comes back from version 2',
  ({ type, toNew, toOld }) => {
    const samples = old.samplesOf(type)
    expect(samples.length).toBeGreaterThan(2)
    for (const sample of samples) {
      // An address that is none is passed on as it is: no agent of either version could reach it.
      const there = 'url' in sample && !isUri(sample.url) ? undefined : toNew(sample as never)
      if (there === undefined) continue
      expect(findFlaw(wire(there), recent.shapeOf(type))).toBeUndefined()
      expect(plain(toOld(wire(there)))).toEqual(plain(sample))
    }
  },
)

test.for(KINDS)('$type of version 2 comes back from version 1', ({ type, toNew, toOld }) => {
  const samples = recent.samplesOf(type)
  expect(samples.length).toBeGreaterThan(2)
  let untold = 0
  for (const sample of samples) {
    const there = toOld(sample as never)
    if (there === undefined) untold++
    else {
      expect(findFlaw(wire(there), old.shapeOf(type))).toBeUndefined()
      expect(type === 'McpServer' ? toNew(wire(there)) : plain(toNew(wire(there)))).toMatchObject(
        plain(sample) as object,
      )
    }
  }
  expect(untold).toBeLessThan(samples.length / 2)
})
