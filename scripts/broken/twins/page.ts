/** What would let a page be more than it is: one fault each where it is served and where it is opened, and the test that must see it. */
import type { Twin } from '../twin.js'

const DOOR = 'gateway/page/page-door.test.ts'

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
    find: '    const visitor = this.admit(asking)\n    if (isRefusal(visitor)) return visitor\n    const wait = this.#addresses.countLook',
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
    fault: 'parley web, the token is shown to whoever has the port of one that died',
    file: 'cli/web/running.ts',
    find: "typeof port === 'number' && isAlive(pid)",
    replace: "typeof port === 'number'",
    test: ['cli/web/running.test.ts', 'what a dead one left is not believed'],
  },
]
