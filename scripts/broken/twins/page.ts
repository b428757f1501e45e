/** What would let a page be more than it is: one fault each where it is served and where it is opened, and the test that must see it. */
import type { Twin } from '../twin.js'

const DOOR = 'gateway/page/page-door.test.ts'
const ENTRY = 'gateway/page/entry.test.ts'
const ALONE = 'the cookie alone opens nothing: each socket proves the key that it is bound to'

export const PAGE: readonly Twin[] = [
  {
    fault: 'page, its policy lets scripts stand in it',
    file: 'gateway/page/page-headers.ts',
    find: "script-src 'self'",
    replace: "script-src 'self' 'unsafe-inline'",
    test: [DOOR, 'the page comes without a token, with exactly the headers that protect it'],
  },
  {
    fault: 'page, who is refused is not protected',
    file: 'gateway/page/page-door.ts',
    find: '{ ...headers, ...pageHeaders(isEncrypted), ...allow }',
    replace: '{ ...headers, ...allow }',
    test: [DOOR, 'also who is refused is told what protects the page'],
  },
  {
    fault: 'page, an address has more than one spelling',
    file: 'gateway/page/page-door.ts',
    find: 'this.#page.get(path)',
    replace: 'this.#page.get(decodeURIComponent(path))',
    test: [DOOR, 'nothing but the files of the page is there, however its address is spelt'],
  },
  {
    fault: 'page, links out of its folder are followed',
    file: 'gateway/page/read-page.ts',
    find: 'if (entry.isDirectory())',
    replace: "if (entry.isDirectory() || entry.name === 'outside')",
    test: [DOOR, 'a link in the page leads nowhere, also to a file beside it'],
  },
  {
    fault: 'page, it is served under any name',
    file: 'gateway/guard/guard.ts',
    find: '    const visitor = this.admit(asking, isExpecting)\n    if (isRefusal(visitor)) return visitor\n    const wait = this.#addresses.countLook',
    replace:
      '    const visitor = toVisitor(asking, this.#proxies)\n    const wait = this.#addresses.countLook',
    test: [DOOR, 'the page is for the same names and pages as everything else'],
  },
  {
    fault: "page, its cookie opens sockets that are no page's",
    file: 'gateway/guard/presented.ts',
    find: 'asking.wantsSocket ? isOwnOrigin :',
    replace: 'asking.wantsSocket ? !isOwnOrigin || isOwnOrigin :',
    test: ['gateway/page/entry.test.ts', 'a socket of the page itself is let in, and of no other page'],
  },
  {
    fault: 'page, its cookie alone opens a socket',
    file: 'gateway/guard/guard.ts',
    find: "if (credential.means !== 'cookie') return undefined",
    replace: "if (credential.name !== '') return undefined",
    test: [ENTRY, ALONE],
  },
  {
    fault: 'page, a proof counts twice',
    file: 'gateway/guard/proof-office.ts',
    find: 'this.#used.set(challenge, expiresAt)',
    replace: 'this.#used.delete(challenge)',
    test: [ENTRY, ALONE],
  },
  {
    fault: 'page, what was asked for one cookie proves another',
    file: 'gateway/guard/proof-office.ts',
    find: '#sealOf(body: string, { sha256 }: Credential)',
    replace: '#sealOf(body: string, { means: sha256 }: Credential)',
    test: [ENTRY, ALONE],
  },
  {
    fault: 'page, what it signs names no address',
    file: 'gateway/guard/proof-office.ts',
    find: "[PURPOSE + origin, challenge].join(' ')",
    replace: 'PURPOSE + challenge',
    test: ['gateway/guard/proof-office.test.ts', 'a signature counts where its page is'],
  },
  {
    fault: 'page, its cookie counts at another port, too',
    file: 'gateway/guard/guard.ts',
    find: 'this.#entrance.hasOrigin(origin) && (',
    replace: 'origin !== undefined && (',
    test: ['gateway/page/squatter.test.ts', 'who takes the port that the gateway had gets in nowhere'],
  },
  {
    fault: 'page, its cookie counts for another origin of the gateway, too',
    file: 'gateway/guard/guard.ts',
    find: "(asking.header('origin') ?? origin) === origin",
    replace: "(asking.header('origin') ?? origin) !== ''",
    test: ['gateway/guard/exchange.test.ts', 'counts at the origin that it was given to'],
  },
  {
    fault: 'page, a socket goes on with a connection without a proof',
    file: 'transport/websocket/web-socket-ports.ts',
    find: 'if (accepted.caller.proves?.(message) === false)',
    replace: 'if (readResume(message) === undefined && accepted.caller.proves?.(message) === false)',
    test: [ENTRY, 'who knows the name of a connection goes on with it by a proof only'],
  },
  {
    fault: 'page, a ticket is made for whoever has the cookie',
    file: 'gateway/guard/exchange.ts',
    find: "if (credential.means === 'cookie' && !",
    replace: "if (credential.means === 'cookie' && proof !== undefined && !",
    test: ['gateway/guard/exchange.test.ts', 'makes a ticket with a proof alone'],
  },
  {
    fault: 'workbench, its key can be read out',
    file: 'workbench/link/proof.ts',
    find: 'generateKey(CURVE, false,',
    replace: 'generateKey(CURVE, true,',
    test: ['workbench/link/link.test.ts', 'the key that the cookie is bound to cannot be read out'],
  },
  {
    fault: 'parley web, the token is shown to whoever has the port of one that died',
    file: 'cli/web/running.ts',
    find: "typeof port === 'number' && isAlive(pid)",
    replace: "typeof port === 'number'",
    test: ['cli/web/running.test.ts', 'what a dead one left is not believed'],
  },
]
