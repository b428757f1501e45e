/** What an attacker once found in the gateway, put back: one fault each, and the test that was written against it. */
import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const found = (fault: string, [file, find, replace]: Edit, test: Twin['test']): Twin => ({
  ...{ fault: `found, ${fault}`, file: `gateway/${file}`, find, replace },
  test: [`gateway/${test[0]}`, test[1]],
})

export const FINDINGS: readonly Twin[] = [
  found(
    'what only the agent knows is for everybody who may come',
    ['serving/session-hub.ts', 'return isSolitary() && ', 'return '],
    ['seat/opening.test.ts', 'what only the agent knows is for the only principal there ever was'],
  ),
  found(
    'what only the agent knows is asked for while others have sessions here',
    ['hub/records.ts', 'each => each === principal', 'each => each !== null'],
    ['seat/opening.test.ts', 'what only the agent knows is for the only principal there ever was'],
  ),
  {
    fault: 'found, connections that ended stay in memory',
    file: 'transport/websocket/web-socket-port.ts',
    find: 'this.#unwatch = onRevoked(revoked, leave)',
    replace: 'onRevoked(revoked, leave)',
    test: ['node/websocket/hostile.test.ts', 'leaves nothing behind at its leave, which outlives it'],
  },
  found(
    'a guest opens what only the agent knows, with servers of its own',
    ['seat/making.ts', 'return isReopening && mayStart(caller) &&', 'return isReopening &&'],
    ['seat/opening.test.ts', 'what only the agent knows is not for guests, nor for those who only look'],
  ),
  found(
    'a session that never was is listened to',
    ['seat/waiting-ears.ts', '!isAwaited || ', ''],
    ['seat/opening.test.ts', 'a session that never was cannot be listened to'],
  ),
  found(
    'who leaves too early stays for ever',
    ['seat/attendance.ts', '    this.#hasLeft = true\n', ''],
    ['seat/opening.test.ts', 'who leaves while a session is being found is not in it'],
  ),
  found(
    'sessions have no limit',
    ['guard/allowance.ts', 'if (this.#sessions >= this.limits.sessions) return undefined', ''],
    ['gateway.test.ts', 'a principal has no more sessions than it may'],
  ),
  found(
    'what is not whole weighs nothing',
    [
      'guard/allowance.ts',
      'return debt <= MOST_DEBT_MILLISECONDS && this.#held',
      'return debt >= 0 || this.#held',
    ],
    ['serving/limits.test.ts', 'bodies count before they are whole'],
  ),
  found(
    'frames that are not whole weigh nothing',
    [
      'guard/allowance.ts',
      'return debt <= MOST_DEBT_MILLISECONDS && this.#held',
      'return debt >= 0 || this.#held',
    ],
    ['serving/limits.test.ts', 'frames count before they are whole, also before the first message'],
  ),
  found(
    'answers to nothing cost nothing',
    ['serving/metered-port.ts', '    this.#wasted++\n', ''],
    ['serving/limits.test.ts', 'who answers what nobody asked is slowed down'],
  ),
  found(
    'a slow agent is taken for dead',
    ['upstream/own-fault.ts', "'invalid_answer', 'backlogged',", "'invalid_answer',"],
    ['upstream/upstreams.test.ts', 'an agent that is slow to read is not taken for dead'],
  ),
  found(
    'who gives up its own prompt in line calls off the turn',
    [
      'hub/turns.ts',
      '    if (waiting !== undefined) {',
      '    if (waiting !== undefined) return true\n    if (this.#line.length < 0) {',
    ],
    ['hub/conduct.test.ts', 'whoever gives up its own prompt in line takes nobody else with it'],
  ),
  found(
    'anybody who writes answers for the files of another',
    [
      'hub/inquiry.ts',
      'viewer.canAnswer : this.#session.isController(viewer)',
      'viewer.canAnswer : viewer.participant.canWrite',
    ],
    ['hub/conduct.test.ts', 'what is asked of one client is answered by that client only'],
  ),
  found(
    'a question told beside the log is not told again',
    ['hub/viewer.ts', '    this.#beside = Math.max(this.#beside, seq)\n', ''],
    ['hub/conduct.test.ts', 'a question that was told when nobody listened is told to whoever listens'],
  ),
  found(
    'who listens anew while the journal is read to its end has a gap',
    [
      'hub/telling.ts',
      '    if (generation !== this.#generation) return\n    // Entries that are no events',
      '    // Entries that are no events',
    ],
    ['hub/shared-session.test.ts', 'who listens from further back while the journal is read to its end'],
  ),
  found(
    'a prompt that cannot begin stops the line',
    [
      'hub/turns.ts',
      '    while (this.#running.size === 0) {\n      const next',
      '    for (const _ of [1]) {\n      const next',
    ],
    ['hub/durability.test.ts', 'on a full disk those in line are refused too'],
  ),
  found(
    'what is told beside the log waits for no room',
    ['hub/asides.ts', '      if (full !== undefined) return full\n', ''],
    ['hub/shared-session.test.ts', 'who does not read is told an open question, its state and a reset once'],
  ),
  found(
    'prompts in line weigh nothing',
    ['hub/places.ts', 'if (this.#countOf(whose) + count > this.#most) return undefined', ''],
    ['hub/shared-session.test.ts', 'prompts take room until they are over'],
  ),
  found(
    'a prompt that is over keeps its room',
    ['hub/turns.ts', '    running.letGo()\n', ''],
    ['hub/shared-session.test.ts', 'prompts take room until they are over'],
  ),
  found(
    'a guest has all sessions looked at',
    ['seat/session-list.ts', 'if (caller.session === undefined) return', 'if (owner !== null) return'],
    ['hub/listing.test.ts', 'a long list has pages, and what is not wanted takes no place in them'],
  ),
  found(
    'each list reads all sessions anew',
    ['hub/listing.ts', 'if (known?.updatedAt === updatedAt) return await known.title', ''],
    ['hub/listing.test.ts', 'a list costs little the second time'],
  ),
  found(
    'many lists at once cost many times as much',
    ['hub/records.ts', '    if (next !== undefined) return next\n', ''],
    ['hub/listing.test.ts', 'a list costs little the second time'],
  ),
  found(
    'a pass opens the next session of the same id',
    ['hub/sessions.ts', '      await this.#options.forgetting?.(current.facts)\n', ''],
    ['gateway.test.ts', 'what opened a session that was deleted does not open the next one of its id'],
  ),
  found(
    'a ticket is made for a session that is not there',
    [
      'guard/exchange.ts',
      'session !== undefined && !(await this.knowsSession(session, right))',
      'session === null',
    ],
    ['gateway.test.ts', 'what opened a session that was deleted does not open the next one of its id'],
  ),
  found(
    'of several who load what only the agent knows one has it',
    [
      'hub/sessions.ts',
      '      if (session !== undefined) return session\n',
      '      if (session !== undefined) throw taken()\n',
    ],
    ['seat/opening.test.ts', 'several who load at once what only the agent knows all have it'],
  ),
  found(
    'who may only look is given an agent of any version',
    ['upstream/upstreams.ts', ' || each.version !== version) continue', ') continue'],
    ['upstream/upstreams.test.ts', 'who may only look is given an agent of its own version'],
  ),
  found(
    'where no agent runs everybody is told of version 1',
    ['upstream/greeting.ts', 'version === 1 ? ABSENT_V1 : ABSENT_V2', 'version > 0 ? ABSENT_V1 : ABSENT_V2'],
    ['upstream/upstreams.test.ts', 'who may only look is given an agent of its own version'],
  ),
  found(
    'what an agent takes back waits for its client for ever',
    [
      'seat/own-questions.ts',
      '        if (this.#settle(seq, WITHDRAWN)) this.#callOff(seq)',
      '        this.#callOff(seq)',
    ],
    ['upstream/voice.test.ts', 'what an agent takes back is over for it'],
  ),
  found(
    'who is removed leaves a turn that goes on',
    ['gateway.ts', 'void hub.dismiss(principal).catch(onError)', 'void principal'],
    ['gateway.test.ts', 'whoever is removed leaves nothing that works for it'],
  ),
  found(
    'an agent tells of a retelling in our words',
    [
      'upstream/agent-words.ts',
      "return isOurs(method) || (typeof name === 'string' && isOurs(name))",
      'return isOurs(method) && name !== null',
    ],
    ['upstream/voice.test.ts', 'an agent cannot speak with the voice of the gateway'],
  ),
  {
    fault: 'found, quiet sockets grow heavier with every ping',
    file: 'node/websocket/web-socket-door.ts',
    find: "      opened.on('ping', tally.heardAside).on('pong', tally.heardAside)\n",
    replace: '',
    test: ['node/freight.test.ts', 'a quiet socket never grows heavier'],
  },
  found(
    'connections that say nothing keep everybody out',
    [
      'gateway.ts',
      "  server.server.on('connection', (socket: Socket) => guard.strangers.meet(socket))\n",
      '',
    ],
    ['serving/limits.test.ts', 'whoever only sits there keeps nobody out'],
  ),
  {
    fault: 'found, thousands of sessions are looked up for one request',
    file: 'transport/websocket/resumption.ts',
    find: '    if (positions.size > MOST_SESSIONS) break\n',
    replace: '',
    test: ['node/websocket/resuming.test.ts', 'a client can name as many sessions as can be open'],
  },
  found(
    'whoever has a token has as many sockets as there are',
    [
      'guard/allowance.ts',
      'if (this.#sockets >= this.limits.connections * SOCKETS_OF_CONNECTION) return undefined',
      '',
    ],
    ['serving/limits.test.ts', 'a guest whose sockets only sit there keeps nobody out'],
  ),
  found(
    'guests take the sockets of their host',
    ['guard/guard.ts', 'return isGuest(credential) ? allowance.guests : allowance', 'return allowance'],
    [
      'guard/stranger-sockets.test.ts',
      'of one principal eight sockets for each of its connections are known',
    ],
  ),
  found(
    'sockets that are gone still count',
    ['guard/stranger-sockets.ts', '      giveBack()\n', ''],
    ['guard/stranger-sockets.test.ts', 'a known socket that is closed leaves its place to the next'],
  ),
  found(
    'a socket once known is known for ever, whatever comes over it',
    ['guard/guard.ts', '    if (isForWantOfToken(reason)) this.strangers.doubt(asking)\n', ''],
    ['guard/stranger-sockets.test.ts', 'a known socket over which somebody comes with'],
  ),
  found(
    'the sockets of a token outlive it',
    ['guard/stranger-sockets.ts', '    unwatch = onRevoked(end, () => this.#doubt(name))\n', ''],
    [
      'guard/stranger-sockets.test.ts',
      'the sockets of a token that is taken back are strangers from then on',
    ],
  ),
]
