/** What becomes of news: mostly what happens in a session, in other words and sometimes in more or fewer messages. */

import { isFields } from '../../schema/fields.js'
import { forget, hold, learnMore, type Memory } from './memory.js'
import { gather, isChunk, isMessage, toChunks, toMessage, whole } from './messages.js'
import { answer, type Deed, type Move, move, type Notification, other } from './moves.js'
import { toNamedPiece, toPlainMessage, toUnnamedPiece } from './pieces.js'
import type { Fields } from './respelling.js'
import { modeIn, optionsIn, update } from './updates.js'

const UPDATE = 'session/update'

export function takeNotification(memory: Memory, event: Notification): Move {
  const { from, method, params } = event
  if (method === UPDATE && isFields(params))
    return from === 'theirs' ? hear(memory, params) : say(memory, params)
  const passed: Deed = { kind: 'tell', to: other(from), method, params }
  return method === 'session/cancel' && from === 'theirs'
    ? callOff(memory, params, passed)
    : move(memory, passed)
}

/** Something that happened at their agent's. */
function hear(memory: Memory, params: Fields): Move {
  const named = toNamedPiece(params)
  if (named !== undefined) return move(memory, tell('ours', named))
  if (isMessage(params.update)) {
    const count = memory.count + 1
    const name = `${memory.prefix}${count}`
    const unnamed = toUnnamedPiece(params, name)
    const chunks = unnamed === undefined ? toChunks(params, name) : [unnamed]
    return move({ ...memory, count }, ...chunks.map(each => tell('ours', each)))
  }
  const ours = update.toOurs(params.update)
  return move(noted(memory, params.sessionId, ours), tell('ours', withUpdate(params, ours)))
}

/** Something that happened at our agent's. */
function say(memory: Memory, params: Fields): Move {
  const { sessionId, update: ours } = params
  if (!isChunk(ours)) {
    const { memory: flushed, deeds } = flush(memory, sessionId)
    const theirs = shown(flushed, update.toTheirs(ours))
    return move(noted(flushed, sessionId, ours), ...deeds, tell('theirs', withUpdate(params, theirs)))
  }
  const plain = memory.gathering.size === 0 ? toPlainMessage(params, ours) : undefined
  if (plain !== undefined) return move(memory, tell('theirs', plain))
  const waiting = memory.gathering.get(sessionId)
  const { said, waiting: still } = gather(waiting, toMessage(params, ours))
  const deeds = said.map(each => tell('theirs', each))
  if (still === waiting) return move(memory, ...deeds)
  if (still === undefined)
    return move({ ...memory, gathering: forget(memory.gathering, sessionId) }, ...deeds)
  const { memory: roomy, deeds: first } = makeRoom(memory, sessionId)
  const gathering = hold(roomy.gathering, sessionId, still)
  return move({ ...roomy, gathering }, ...first, ...deeds)
}

const MOST_GATHERING = 16

/** Of the sessions in which a message is on its way, the oldest waits no longer where there are too many. */
function makeRoom(memory: Memory, sessionId: unknown): ReturnType<typeof flush> {
  const { gathering } = memory
  if (gathering.size < MOST_GATHERING || gathering.has(sessionId)) return { memory, deeds: [] }
  const [oldest] = gathering.keys()
  return flush(memory, oldest)
}

/** Says what has come of a message that will not be whole: something else has happened since. */
export function flush(
  memory: Memory,
  sessionId: unknown,
): { readonly memory: Memory; readonly deeds: readonly Deed[] } {
  const waiting = memory.gathering.get(sessionId)
  if (waiting === undefined) return { memory, deeds: [] }
  return {
    memory: { ...memory, gathering: forget(memory.gathering, sessionId) },
    deeds: [tell('theirs', whole(waiting))],
  }
}

/** Their client does not answer what it has called off, so that is done here. */
function callOff(memory: Memory, params: unknown, passed: Deed): Move {
  const sessionId = isFields(params) ? params.sessionId : undefined
  const open = [...memory.questions].filter(([, asked]) => asked === sessionId).map(([call]) => call)
  if (open.length === 0) return move(memory, passed)
  const questions = new Map([...memory.questions].filter(([call]) => !open.includes(call)))
  const outcome = { outcome: { outcome: 'cancelled' } }
  return move({ ...memory, questions }, passed, ...open.map(call => answer(call, outcome)))
}

function noted(memory: Memory, sessionId: unknown, ours: unknown): Memory {
  const mode = modeIn(ours)
  if (mode !== undefined) return learnMore(memory, sessionId, { mode })
  const options = optionsIn(ours)
  return options === undefined ? memory : learnMore(memory, sessionId, { options })
}

/** A terminal is shown with its command there, and with its exit code once it has one. */
function shown({ terminals }: Memory, theirs: unknown): unknown {
  if (terminals.size === 0 || !isFields(theirs) || !Array.isArray(theirs.content)) return theirs
  const content = theirs.content.map(item => {
    const known =
      isFields(item) && item.type === 'terminal' && !Object.hasOwn(item, 'command')
        ? terminals.get(item.terminalId)
        : undefined
    return known === undefined ? item : { ...item, ...known }
  })
  return content.some((item, index) => item !== (theirs.content as unknown[])[index])
    ? { ...theirs, content }
    : theirs
}

function withUpdate(params: Fields, respelled: unknown): Fields {
  return respelled === params.update ? params : { ...params, update: respelled }
}

function tell(to: 'ours' | 'theirs', params: unknown): Deed {
  return { kind: 'tell', to, method: UPDATE, params }
}
