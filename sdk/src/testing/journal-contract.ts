/** What every journal owes: one list of cases, to be run by any test runner over any journal. Knows no runner. */

import type { Entry, Journal, KeptEntry, SessionLog } from '../store/index.js'
import type { ContractCase } from './channel-contract.js'
import { demand } from './channel-probe.js'
import { journalListCases } from './journal-list-cases.js'
import { collect, demandReason, type JournalCheck, say } from './journal-probe.js'

/** A journal with nothing in it, fresh for one case. */
export interface JournalPlace {
  readonly journal: Journal
  /** A second journal over the same place, as another process would have it; absent where nothing is shared. */
  readonly another?: (() => Promise<Journal>) | undefined
  /** Frees what the journal holds. */
  readonly release?: (() => Promise<void>) | undefined
}

const MANY = 5_000
const FEW = 20

/** The cases that every journal must pass. `make` is called once per case. */
export function journalContract(make: () => Promise<JournalPlace>): readonly ContractCase[] {
  return [...checks, ...journalListCases].map(([title, check]) => ({
    title,
    run: async () => {
      const place = await make()
      try {
        await check(place)
      } finally {
        await place.release?.()
      }
    },
  }))
}

const checks: readonly (readonly [title: string, check: JournalCheck])[] = [
  ['entries are read in the order they were appended, each with its place and time', keepsOrder],
  ['reading begins at the place that was asked for', readsFrom],
  ['what was appended is read while the session is being written', readsWhileWriting],
  ['what somebody between keeps in words of their own comes back as it was', keepsEvents],
  ['an entry is kept as it was when it was appended', keepsValues],
  ['appending without waiting loses nothing', keepsMany],
  ['a promise of an append settles, also when it is shared', settles],
  ['an entry that is no JSON is thrown back and harms nothing else', refusesNoJson],
  ['a session has one writer at a time', hasOneWriter],
  ['a session goes on where its last writer stopped', goesOn],
  ['nothing is appended after the session was given back', refusesAfterRelease],
  ['another journal over the same place sees what was kept, and cannot write it meanwhile', sharesPlace],
  ['an entry may bring a time of its own', keepsTimes],
  ['a session that is not there is not found', missesUnknown],
  ['a session is begun once', beginsOnce],
  ['a deleted session is gone, and its id may begin again', forgets],
  ['a session that is being written is not deleted', refusesDelete],
]

async function keepsOrder({ journal }: JournalPlace): Promise<void> {
  const before = Date.now()
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (let index = 0; index < FEW; index++) await log.append(say(`${index}`))
  await log.append({ kind: 'end', stopReason: 'end_turn' })
  await log.release()
  const kept = await collect(journal, 's1')
  demandTexts(kept.slice(0, FEW), FEW)
  demand(kept.at(-1)?.kind === 'end', 'the last entry is the end of the turn')
  demand(
    kept.every(({ at }) => at >= before && at <= Date.now()),
    'each entry has the time when it was appended',
  )
}

async function readsFrom({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (let index = 0; index < FEW; index++) void log.append(say(`${index}`))
  await log.release()
  const kept = await collect(journal, 's1', 15)
  demand(kept[0]?.seq === 15 && kept.length === FEW - 14, 'it begins with the entry of that place')
  demand((await collect(journal, 's1', FEW + 1)).length === 0, 'behind the last there is nothing')
}

async function readsWhileWriting({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  for (let round = 1; round <= 3; round++) {
    for (let index = 0; index < FEW; index++) void log.append(say(`${(round - 1) * FEW + index}`))
    demandTexts(await collect(journal, 's1'), round * FEW)
  }
  await log.release()
}

async function keepsEvents({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 'a', cwd: '/work' })
  const event = { type: 'answered', of: 7, nested: { text: 'ü\n' } }
  await log.append({ kind: 'event', event })
  await log.append({ kind: 'event', event, opensTurn: true }, 5, JSON.stringify(event))
  const kept = await collect(journal, 'a')
  const isSame = kept.every(
    entry => entry.kind === 'event' && JSON.stringify(entry.event) === JSON.stringify(event),
  )
  demand(kept.length === 2 && isSame, 'events are kept')
}

async function keepsValues({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const text = '\u00e9\u20ac\u{1f600}\\"\n\r\u2028\u0000 {"seq":1}'
  const content = [{ type: 'text', text, nested: { list: [1, null, true, { deep: '\ud83d' }] } }]
  const entry: Entry = { kind: 'prompt', contract: 'v1', messageId: 'm1', content }
  const wanted = JSON.stringify(entry)
  await log.append(entry)
  content.pop()
  await log.append({ kind: 'options', values: { mode: 'ask', fast: true } })
  await log.release()
  const [first, second] = await collect(journal, 's1')
  const { seq: _seq, at: _at, ...rest } = first ?? { seq: 0, at: 0 }
  demand(JSON.stringify(rest) === wanted, 'every value is what it was, also when the author changed it later')
  demand(second?.kind === 'options' && second.values.fast === true, 'options are kept')
}

async function keepsMany({ journal }: JournalPlace): Promise<void> {
  const logs = await Promise.all(['a', 'b', 'c'].map(id => journal.create({ id, cwd: '/w' })))
  for (let index = 0; index < MANY; index++) for (const log of logs) void log.append(say(`${index}`))
  await Promise.all(logs.map(log => log.release()))
  for (const { id } of logs) demandTexts(await collect(journal, id), MANY)
}

async function settles({ journal }: JournalPlace): Promise<void> {
  const logs = await Promise.all(['a', 'b'].map(id => journal.create({ id, cwd: '/w' })))
  const promises = logs.flatMap(log => Array.from({ length: 300 }, (_, index) => log.append(say(`${index}`))))
  await Promise.all(promises)
  for (const { id } of logs) demandTexts(await collect(journal, id), 300)
  await Promise.all(logs.map(log => log.release()))
}

async function refusesNoJson({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const cycle: unknown[] = []
  cycle.push(cycle)
  void log.append(say('0'))
  for (const content of [cycle, [1n]])
    try {
      await log.append({ kind: 'prompt', contract: 'v1', messageId: 'm', content })
      demand(false, 'it is refused')
    } catch (error) {
      demand(error instanceof TypeError, 'what it throws is the TypeError of JSON')
    }
  await log.append(say('1'))
  await log.release()
  demandTexts(await collect(journal, 's1'), 2)
}

async function hasOneWriter({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await demandReason('session_locked', () => journal.acquire('s1'))
  await log.release()
  const taken = await Promise.allSettled([1, 2, 3].map(() => journal.acquire('s1')))
  const held = taken.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  demand(held.length === 1, `${held.length} of three who asked at once may write`)
  await held[0]?.release()
}

async function goesOn({ journal }: JournalPlace): Promise<void> {
  let log: SessionLog = await journal.create({ id: 's1', cwd: '/w' })
  for (let index = 0; index < FEW; index++) {
    void log.append(say(`${index}`))
    await log.release()
    log = await journal.acquire('s1')
  }
  await log.release()
  await log.release()
  demandTexts(await collect(journal, 's1'), FEW)
}

async function refusesAfterRelease({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(say('0'))
  await log[Symbol.asyncDispose]()
  await demandReason('session_locked', async () => log.append(say('late')))
  demandTexts(await collect(journal, 's1'), 1)
}

async function sharesPlace({ journal, another }: JournalPlace): Promise<void> {
  if (another === undefined) return
  const log = await journal.create({ id: 's1', cwd: '/w' })
  const other = await another()
  for (let index = 0; index < FEW; index++) await log.append(say(`${index}`))
  await demandReason('session_locked', () => other.acquire('s1'))
  await demandReason('session_locked', () => other.delete('s1'))
  await log.release()
  demandTexts(await collect(other, 's1'), FEW)
  const next = await other.acquire('s1')
  await next.append(say(`${FEW}`))
  await demandReason('session_locked', () => journal.acquire('s1'))
  await next.release()
  demandTexts(await collect(journal, 's1'), FEW + 1)
}

async function keepsTimes({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(say('0'), 1_000)
  await log.release()
  const [entry] = await collect(journal, 's1')
  demand(entry?.at === 1_000, 'the time is the one that was given')
}

async function missesUnknown({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.release()
  for (const id of ['s2', '../s1', './s1', 's1/', '', '.', '..', 's1\0', 'S1.', '__proto__']) {
    await demandReason('session_not_found', () => journal.acquire(id))
    await demandReason('session_not_found', () => journal.find(id))
    await demandReason('session_not_found', () => collect(journal, id))
    await journal.delete(id)
  }
  demand((await collect(journal, 's1')).length === 0, 'the one that is there is still there')
}

async function beginsOnce({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await log.append(say('0'))
  await demandReason('session_locked', () => journal.create({ id: 's1', cwd: '/w' }))
  await log.release()
  await demandReason('session_locked', () => journal.create({ id: 's1', cwd: '/w' }))
  demandTexts(await collect(journal, 's1'), 1)
}

async function forgets({ journal }: JournalPlace): Promise<void> {
  for (let round = 0; round < 3; round++) {
    const log = await journal.create({ id: 's1', cwd: '/w' })
    for (let index = 0; index <= FEW - round; index++) void log.append(say(`${index}`))
    await log.release()
    demandTexts(await collect(journal, 's1'), FEW - round + 1)
    await journal.delete('s1')
    await journal.delete('s1')
    await demandReason('session_not_found', () => journal.find('s1'))
    await demandReason('session_not_found', () => collect(journal, 's1'))
    demand((await journal.list()).sessions.length === 0, 'it is not listed')
  }
}

async function refusesDelete({ journal }: JournalPlace): Promise<void> {
  const log = await journal.create({ id: 's1', cwd: '/w' })
  await demandReason('session_locked', () => journal.delete('s1'))
  await log.append(say('0'))
  await log.release()
  demandTexts(await collect(journal, 's1'), 1)
}

function demandTexts(kept: readonly KeptEntry[], count: number): void {
  demand(kept.length === count, `${kept.length} of ${count} entries are there`)
  const misplaced = kept.findIndex(
    (entry, index) => entry.seq !== index + 1 || JSON.stringify(entry).indexOf(`"text":"${index}"`) < 0,
  )
  demand(misplaced < 0, `entry ${misplaced + 1} is not the one that was appended there`)
}
