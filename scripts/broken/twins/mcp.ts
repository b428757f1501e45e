/** What would go wrong with the MCP servers of a session, one fault each: consent, secrets, reach, and what is left behind. */
import type { Twin } from '../twin.js'

const TOOLS = 'mcp/mcp-tools.test.ts'
const SECRETS = 'mcp/secrets.test.ts'
const LINE = 'mcp/line.test.ts'
const FETCH = 'node/guarded-fetch.test.ts'

const CONSENT: readonly Twin[] = [
  {
    fault: 'a rejected tool is called all the same',
    file: 'mcp/consent.ts',
    find: "return chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always'",
    replace: 'return chosen !== undefined',
    test: [TOOLS, 'a call that the user rejects'],
  },
  {
    fault: 'a question that nobody answered is a yes',
    file: 'mcp/consent.ts',
    find: "return chosen?.kind === 'allow_once' || chosen?.kind === 'allow_always'",
    replace: "return chosen?.kind !== 'reject_once'",
    test: [TOOLS, 'a call that the user rejects, or does not answer'],
  },
  {
    fault: 'what was allowed once is allowed always',
    file: 'mcp/consent.ts',
    find: "if (chosen?.kind === 'allow_always') this",
    replace: 'if (chosen !== undefined) this',
    test: [TOOLS, 'what is always allowed is not asked about again, and what is allowed once is'],
  },
  {
    fault: 'a tool that was described anew keeps its permission',
    file: 'mcp/consent.ts',
    find: 'if (this.#always.get(tool.name) === fingerprint) return true',
    replace: 'if (this.#always.has(tool.name)) return true',
    test: [TOOLS, 'a tool that its server describes anew is asked about again'],
  },
  {
    fault: 'a call does not wait for the list that is being fetched anew',
    file: 'mcp/server.ts',
    find: '    await this.#refreshing\n',
    replace: '',
    test: [TOOLS, 'a tool that its server describes anew is asked about again'],
  },
  {
    fault: 'a tool changes behind the question',
    file: 'mcp/consent.ts',
    find: 'return question.current()?.fingerprint === listed.fingerprint ? listed : this.obtain(question)',
    replace: 'return listed',
    test: [TOOLS, 'a tool that changes while the user is being asked'],
  },
]

const CONFIDENCE: readonly Twin[] = [
  {
    fault: 'answers of a server hold its secrets',
    file: 'mcp/tool-run.ts',
    find: 'return end(call, server.redactor.value(answer))',
    replace: 'return end(call, answer)',
    test: [SECRETS, 'a secret that a server gives back'],
  },
  {
    fault: 'progress holds secrets',
    file: 'mcp/tool-run.ts',
    find: 'lineWithin(redactor.text(message), MOST_PROGRESS_BYTES)',
    replace: 'lineWithin(message, MOST_PROGRESS_BYTES)',
    test: [SECRETS, 'a secret that a server gives back'],
  },
  {
    fault: 'a description holds secrets',
    file: 'mcp/tool.ts',
    find: 'linesWithin(redactor.text(description), MOST_DESCRIPTION_BYTES)',
    replace: 'linesWithin(description, MOST_DESCRIPTION_BYTES)',
    test: [SECRETS, 'a secret that a server gives back'],
  },
  {
    fault: 'errors of the network hold secrets',
    file: 'mcp/server.ts',
    find: 'linesWithin(this.redactor.text(said), MOST_REASON_BYTES)',
    replace: 'linesWithin(said, MOST_REASON_BYTES)',
    test: [SECRETS, 'secrets of headers and addresses'],
  },
  {
    fault: 'only the whole header is a secret',
    file: 'guard/given-secrets.ts',
    find: 'return [...headers, ...parts]',
    replace: 'return [...headers]',
    test: [SECRETS, 'the secret of a header is also what stands behind its scheme'],
  },
]

const REACH: readonly Twin[] = [
  {
    fault: 'a name may point into a private network',
    file: 'node/guarded-fetch.ts',
    find: '        for (const { address } of found) guard(address)\n',
    replace: '',
    test: [FETCH, 'a name is judged by the address it resolves to at that moment'],
  },
  {
    fault: 'a private address may be named outright',
    file: 'node/guarded-fetch.ts',
    find: "if (process.getBuiltinModule('node:net').isIP(literal) > 0) guard(literal)",
    replace: "if (literal === '') guard(literal)",
    test: [LINE, 'addresses inside a private network'],
  },
  {
    fault: 'any version of a package may be run',
    file: 'mcp/endpoint.ts',
    find: 'if (isUnpinnedAllowed) return',
    replace: "if (isUnpinnedAllowed || command !== '') return",
    test: [TOOLS, 'every server that does not start is reported with its reason'],
  },
  {
    fault: 'a message over the network may be of any size',
    file: 'mcp/message-cap.ts',
    find: 'if (gauge.measure(chunk) <= most) return',
    replace: 'if (gauge.measure(chunk) >= 0) return',
    test: [LINE, 'a message over the network that is too large'],
  },
  {
    fault: 'a refusal that calls itself a stream of events may be of any size',
    file: 'mcp/message-cap.ts',
    find: 'response.ok && ',
    replace: '',
    test: [LINE, 'of a refusal that calls itself a stream of events all is counted'],
  },
  {
    fault: 'a call whose answer cannot be read waits on',
    file: 'mcp/server.ts',
    find: 'for (const controller of this.#inFlight) controller.abort(reason)',
    replace: 'for (const _controller of this.#inFlight) void reason',
    test: [TOOLS, 'a message that cannot be read fails the call'],
  },
]

const ENDINGS: readonly Twin[] = [
  {
    fault: 'servers outlive their session',
    file: 'mcp/mcp-tools.ts',
    find: '  session.onEnd(() => tools.close())\n',
    replace: '',
    test: [TOOLS, 'no process of a server is left behind when the connection ends'],
  },
  {
    fault: 'the end of the connection ends no session',
    file: 'agent/sessions.ts',
    find: '...this.all().map(session => session.end()), ',
    replace: '',
    test: [TOOLS, 'no process of a server is left behind when the connection ends'],
  },
  {
    fault: 'a closed session keeps what it held',
    file: 'agent/lobby.ts',
    find: 'async () => session?.end()',
    replace: 'async () => session?.idle',
    test: [TOOLS, 'version 2: servers are spelt with a type, and end when the session is closed'],
  },
  {
    fault: 'a turn waits for its servers although it was cancelled',
    file: 'mcp/mcp-tools.ts',
    find: "const signal = 'session' in at ? at.signal : NEVER",
    replace: 'const signal = NEVER',
    test: [TOOLS, 'a turn or a session may end while its servers still start'],
  },
  {
    fault: 'a cancelled turn leaves its request running',
    file: 'mcp/server.ts',
    find: 'AbortSignal.any([signal, abandoned.signal, this.#ending.signal])',
    replace: 'AbortSignal.any([abandoned.signal, this.#ending.signal])',
    test: [TOOLS, 'a cancel of the turn cancels the request at the server'],
  },
  {
    fault: 'nobody notices that a server on the network is gone',
    file: 'mcp/server.ts',
    find: "if (this.#endpoint.kind !== 'stdio') client.onerror = () => void this.#doubt()",
    replace: '',
    test: [LINE, 'a server on the network that goes away'],
  },
]

export const MCP: readonly Twin[] = [...CONSENT, ...CONFIDENCE, ...REACH, ...ENDINGS]
