/** What would let the wrong people in, or lose what was said: one fault each in the gateway, and the test that must see it. */
import type { Twin } from '../twin.js'

type Edit = readonly [file: string, find: string, replace: string]

const HTTP = ['over HTTP/1.1', 'over HTTP/2']
const ALL = [...HTTP, 'over WebSocket']

/** Somebody at the door, on whatever carrier, who is served and must not be. */
const served = (whom: string, [file, find, replace]: Edit, answer: string): Twin => ({
  ...{ fault: `gateway, a request is served ${whom}`, file: `gateway/guard/${file}`, find, replace },
  test: ['gateway/hostile/requests.test.ts', `a request ${whom} is answered ${answer}`],
  over: ALL,
})

/** Where sessions work. */
const place = (fault: string, [file, find, replace]: Edit, title: string): Twin => ({
  ...{ fault: `gateway, where sessions work: ${fault}`, file: `gateway/${file}`, find, replace },
  test: ['gateway/seat/roots.test.ts', title],
})

const DOOR: readonly Twin[] = [
  served(
    'without a token',
    [
      'guard.ts',
      "if (presented === undefined) return 'unauthorized'",
      "if (presented === undefined) return { visitor, credential: this.#parts.book.ofOwner(), principal: this.#parts.book.principal('owner') }",
    ],
    '401 unauthorized',
  ),
  served(
    'with a wrong token',
    [
      'guard.ts',
      'this.#parts.book.find(presented.secret, presented.means)',
      '(this.#parts.book.find(presented.secret, presented.means) ?? this.#parts.book.ofOwner())',
    ],
    '401 unauthorized',
  ),
  served(
    'with its token in the address',
    ['guard.ts', "    if (hasSecretInTarget(asking.target)) return 'token_in_url'\n", ''],
    '400 token_in_url',
  ),
  served(
    'for the host evil.com',
    [
      'guard.ts',
      'if (!visitor.hosts.every(host => this.#entrance.hasHost(host)))',
      'if (visitor === undefined)',
    ],
    '421 wrong_host',
  ),
  served(
    'for a name that was bent to our port',
    [
      'entrance.ts',
      'this.#hosts.has(host.toLowerCase())',
      "[...this.#hosts].some(each => each.split(':').at(-1) === host.split(':').at(-1))",
    ],
    '421 wrong_host',
  ),
  served(
    'from a page of evil.com',
    ['entrance.ts', 'origin !== undefined && !this.#origins.has(origin)', "origin === 'null'"],
    '403 bad_origin',
  ),
  served(
    'from a page whose origin is null',
    ['entrance.ts', 'origin !== undefined && !', "origin !== undefined && origin !== 'null' && !"],
    '403 bad_origin',
  ),
  served(
    'that its browser calls cross-site',
    ['entrance.ts', "    if (site === 'cross-site') return 'cross_site'\n", ''],
    '403 cross_site',
  ),
]

const LIMITS: readonly Twin[] = [
  {
    fault: 'gateway, who may only look is told where sessions could begin',
    file: 'gateway/seat/caller.ts',
    find: 'return mayStart(caller) ? caller.roots : []',
    replace: 'return caller.roots',
    test: ['gateway/seat/opening.test.ts', 'who may begin sessions is told where when a folder is refused'],
  },
  {
    fault: 'gateway, a principal has as many connections as it likes',
    file: 'gateway/guard/allowance.ts',
    find: 'this.limits = limits',
    replace: 'this.limits = { ...limits, connections: 1e9 }',
    test: ['gateway/hostile/connections.test.ts', 'who has as many connections as may be gets no more'],
    over: ALL,
  },
  {
    fault: 'gateway, a connection that has ended keeps its place',
    file: 'gateway/serving/metered-port.ts',
    find: '} finally {',
    replace: '} catch {',
    test: ['gateway/hostile/connections.test.ts', 'who has as many connections as may be gets no more'],
    over: ALL,
  },
  {
    fault: 'gateway, strangers come as often as they like',
    file: 'gateway/guard/address-table.ts',
    find: 'new Bucket(perSecond, unauthenticatedPerMinute, this.#now())',
    replace: 'new Bucket(1e9, 1e9, this.#now())',
    test: ['gateway/guard/guard.test.ts', 'ten without a token in a minute, the next must wait'],
  },
  {
    fault: 'gateway, tokens can be guessed as often as one likes',
    file: 'gateway/guard/address-table.ts',
    find: 'visits.failures += 1',
    replace: 'visits.failures = 0',
    test: ['gateway/guard/guard.test.ts', 'five wrong tokens, and for a minute whoever shows no good one'],
  },
  {
    fault: 'gateway, requests have no limit',
    file: 'gateway/guard/guard.ts',
    find: 'const wait = allowance.takeRequest()',
    replace: 'const wait = 0',
    test: ['gateway/guard/guard.test.ts', '200 requests at once, then 50 a second'],
  },
  {
    fault: 'gateway, who floods a socket is not told why it is closed',
    file: 'gateway/serving/metered-port.ts',
    find: 'await this.close(EXCESS, true)',
    replace: 'await this.close()',
    test: ['gateway/gateway.test.ts', 'who floods a socket is slowed down, then closed and told why'],
  },
  {
    fault: 'gateway, it starts where others can read along',
    file: 'gateway/guard/open-guard.ts',
    find: '  demandSafeBinding(config)\n',
    replace: '',
    test: [
      'gateway/guard/guard.test.ts',
      'this machine, TLS or trusted proxies, or the gateway does not start',
    ],
  },
  {
    fault: 'hub, who leaves answers for all',
    file: 'gateway/hub/inquiry.ts',
    find: "reason === 'client_leaves'",
    replace: "reason === 'nothing'",
    test: ['gateway/hub/conduct.test.ts', 'who calls off a question because they leave has answered nothing'],
  },
  {
    fault: 'hub, who leaves others that listen to nothing keeps a question open for them',
    file: 'gateway/hub/inquiry.ts',
    find: "if (passing === 'leaves') {",
    replace: 'if (question.seq < 0) {',
    test: [
      'gateway/hub/conduct.test.ts',
      'a question that is left to those who listen to nothing is withdrawn',
    ],
  },
  {
    fault: 'bridge, who leaves answers for the clients of the other version',
    file: 'proxy/bridge/errors.ts',
    find: " && fieldsOf(data).reason !== 'client_leaves'",
    replace: ' && data !== code',
    test: ['gateway/seat/two-versions.test.ts', 'who leaves has answered nothing'],
  },
  {
    fault: 'gateway, of two hosts the first one counts',
    file: 'node/http-server/request-header.ts',
    find: "const isDistinct = ONCE.has(name) && 'headersDistinct' in request",
    replace: "const isDistinct = name === '' && 'headersDistinct' in request",
    test: ['gateway/hostile/requests.test.ts', 'a request with Host twice'],
  },
  {
    fault: 'hub, any error with the reason of who leaves counts as none',
    file: 'gateway/hub/inquiry.ts',
    find: ' && code === reasonCodes.request_cancelled',
    replace: '',
    test: ['gateway/hub/conduct.test.ts', 'who leaves, or listens to nothing, says so by code and reason'],
  },
  {
    fault: 'hub, any error with the reason of who has nobody who listens counts as none',
    file: 'gateway/hub/inquiry.ts',
    find: ' && code === reasonCodes.no_listener',
    replace: '',
    test: ['gateway/hub/conduct.test.ts', 'who leaves, or listens to nothing, says so by code and reason'],
  },
]

const SEAT: readonly Twin[] = [
  {
    fault: 'seat, a session that is named by a list goes around the session',
    file: 'gateway/seat/permit.ts',
    find: "typeof sessionId === 'string'",
    replace: 'sessionId !== undefined',
    test: ['gateway/seat/permit.test.ts', 'what names its session by anything but text is refused'],
  },
  {
    fault: 'seat, what needs a session goes to the agent without one',
    file: 'gateway/seat/permit.ts',
    find: ' && !needsSession(method)',
    replace: '',
    test: ['gateway/seat/permit.test.ts', 'what needs a session names one, and names it in text'],
  },
  {
    fault: 'seat, requests without an id are passed on without being judged',
    file: 'gateway/seat/errands.ts',
    find: 'isOnlyAsked(method) || ',
    replace: '',
    test: ['gateway/seat/permit.test.ts', 'requests without an id come to no agent'],
  },
]
const PLACES: readonly Twin[] = [
  place(
    'an agent is told a directory as its client spells it',
    [
      'seat/making.ts',
      'return { ...params, ...(await demandInside(params, caller)) }',
      'await demandInside(params, caller)\n  return params',
    ],
    'an agent works in the real directories that were judged, and clients find them by any name',
  ),
  place(
    'what only the agent knows is taken up as its client spells its directory',
    ['seat/making.ts', 'hearPast(seat, { ...wish, params }, {', 'hearPast(seat, wish, {'],
    'what only the agent knows is taken up in the real directory',
  ),
  place(
    'a directory with .. in it is accepted',
    [
      'seat/roots.ts',
      "if (names.includes('.') || names.includes('..')) return 'a path without \".\" and \"..\"'",
      '',
    ],
    'a directory that not everybody reads alike is refused',
  ),
  place(
    'a session may work in /proc',
    ['seat/roots.ts', 'return isOfTheSystem(path) ? OUTSIDE_SYSTEM : undefined', 'return undefined'],
    'a directory that not everybody reads alike is refused',
  ),
  place(
    'a link leads a session into /dev',
    ['seat/roots.ts', 'if (!isKept && isOfTheSystem(place)) throw', "if (where === '') throw"],
    'a link does not lead into a folder of the system',
  ),
  place(
    'directories that are no list are not looked at',
    [
      'seat/roots.ts',
      "if (more !== null && !Array.isArray(more)) throw flawed('/additionalDirectories', 'an array of strings')",
      "if (!Array.isArray(more)) return { cwd: toNamed(cwd, '/cwd'), additionalDirectories: undefined }",
    ],
    'additional directories that are no list of absolute paths are refused',
  ),
  place(
    'a session is taken up in the directory as it was kept',
    ['hub/session-store.ts', 'await withRealPaths(fromRecord(record))', 'fromRecord(record)'],
    'a session that was kept as its client spelled it loads by that name',
  ),
  place(
    'where a session works is not judged when its client names another place',
    ['seat/opening.ts', '  await demandReadable(seat, { cwd, additionalDirectories }, true)\n', ''],
    'whoever names another directory is held to the one in which the session works, too',
  ),
  place(
    'sessions are not found by another name of their directory',
    ['seat/session-list.ts', 'return isPlain(cwd) ? [cwd, await toRealPath(cwd)] : [cwd]', 'return [cwd]'],
    'an agent works in the real directories that were judged, and clients find them by any name',
  ),
  place(
    'a refusal does not say which folder was refused',
    ['seat/roots.ts', "mayStart(caller) ? boundedLine(directory, LONGEST_NAMED) : 'this one'", "'this one'"],
    'a refusal names the folder that was meant',
  ),
  place(
    'who may only look is told where a session works that is not for them',
    ['seat/roots.ts', 'mayStart(caller) ? boundedLine(directory, LONGEST_NAMED) :', 'directory ??'],
    'a refusal names the folder that was meant',
  ),
]

export const GATEWAY: readonly Twin[] = [...DOOR, ...LIMITS, ...SEAT, ...PLACES]
