/** Random conversations of either version that hang together: valid updates of every form, about few things that recur. */
import fc from 'fast-check'
import { loadSubjects } from '../../../schema/oracle.fixture.js'
import { Sampler } from '../../../schema/sampler.fixture.js'
import type { Shape } from '../../../schema/trail.js'
import { SessionUpdate as OldUpdate } from '../../../schema/v1-unstable/shapes.gen.js'
import { SessionUpdate as NewUpdate } from '../../../schema/v2-unstable/shapes.gen.js'
import { isFields } from '../../../thread/fields.js'
import { findFlaw, type Update } from './crossing.fixture.js'
import { NEW_SPECIALITIES, OLD_SPECIALITIES } from './specialities.fixture.js'

/** What one random step is: which kind of update, which of its forms, about which of few things. */
interface Step {
  readonly kind: number
  readonly form: number
  readonly about: number
  readonly salt: number
}

const IDS = new Set(['toolCallId', 'messageId', 'planId', 'compactionId', 'sessionId', 'currentModeId'])
/** What there is most of in a conversation. */
const FREQUENT = [
  'user_message_chunk',
  'agent_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call_update',
  'tool_call_content_chunk',
  'terminal_output_chunk',
  'agent_message',
]

function groupByKind(updates: readonly unknown[], shape: Shape): readonly (readonly Update[])[] {
  const sound = updates.filter(
    (update): update is Update => isFields(update) && findFlaw(update, shape) === undefined,
  )
  const names = [...new Set(sound.map(({ sessionUpdate }) => sessionUpdate))]
  // Whoever waits for the answer to a prompt hears of states, so they are nothing that is told.
  const kinds = [
    ...names.filter(name => name !== 'state_update'),
    ...FREQUENT.filter(name => names.includes(name)),
  ]
  return kinds.map(name => sound.filter(({ sessionUpdate }) => sessionUpdate === name))
}

const subjects = await loadSubjects()
const samplesOf = (name: string): readonly unknown[] =>
  new Sampler(subjects.find(subject => subject.name === name)?.definitions ?? {}).of('SessionUpdate')

const OLD_KINDS = [samplesOf('v1-unstable'), OLD_SPECIALITIES].flatMap(each => groupByKind(each, OldUpdate))
const NEW_KINDS = [samplesOf('v2-unstable'), NEW_SPECIALITIES].flatMap(each => groupByKind(each, NewUpdate))

/** How many forms of updates there are to choose from. */
export const FORMS = { old: OLD_KINDS.flat().length, new: NEW_KINDS.flat().length }

const step = fc.record<Step>({ kind: fc.nat(997), form: fc.nat(9973), about: fc.nat(2), salt: fc.nat(5) })

const conversation = (kinds: readonly (readonly Update[])[]): fc.Arbitrary<readonly Update[]> =>
  fc.array(step, { maxLength: 24, size: 'max' }).map(steps => steps.map(each => toUpdate(kinds, each)))

export const oldConversation = conversation(OLD_KINDS)
export const newConversation = conversation(NEW_KINDS)

function toUpdate(kinds: readonly (readonly Update[])[], { kind, form, about, salt }: Step): Update {
  const forms = kinds[kind % kinds.length] ?? []
  return season(forms[form % forms.length], about, salt) as Update
}

/** The same value about something else: ids are of few things, texts differ. */
function season(value: unknown, about: number, salt: number): unknown {
  if (Array.isArray(value)) return value.map(item => season(item, about, salt))
  if (!isFields(value)) return value
  const entries = Object.entries(value).map(([key, part]) => {
    if (typeof part !== 'string') return [key, season(part, about, salt)]
    // Several calls show one terminal, and one shows several.
    if (key === 'terminalId') return [key, `terminal-${salt % 2}`]
    if (IDS.has(key)) return [key, `${key}-${about}`]
    if (key === 'text' && value.type === 'text') return [key, `word ${salt} `]
    if (key === 'oldText' || key === 'newText') return [key, `${part}\nline ${salt}\n`]
    return [key, part]
  })
  return Object.fromEntries(entries)
}
