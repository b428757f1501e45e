/** What would go wrong between bytes and messages, and between processes, one fault each. */
import type { Twin } from '../twin.js'

const FRAMES: readonly Twin[] = [
  {
    fault: 'closing in memory drops what was accepted',
    file: 'transport/memory.ts',
    find: '    this.#isEnded = true\n',
    replace: '    this.#isEnded = true\n    this.#texts = []\n',
    test: ['transport/memory.test.ts', 'in memory, closing sends what was accepted'],
  },
  {
    fault: 'closing a stream drops what was accepted',
    file: 'transport/framed-channel.ts',
    find: '    this.#writer.flush()\n',
    replace: '',
    test: ['transport/framed-channel.test.ts', 'lines: closing sends what was accepted'],
  },
  {
    fault: 'a line that is too long ends the reading',
    file: 'transport/line-framing.ts',
    find: '    this.#held.clear()\n    this.#isSkipping = true\n',
    replace: "    throw new Error('too long')\n",
    test: ['transport/line-framing.test.ts', 'a line that is too long is told once'],
  },
  {
    fault: 'the rest of a line that was too long is read as another',
    file: 'transport/line-framing.ts',
    find: '    this.#isSkipping = true\n',
    replace: '',
    test: ['transport/line-framing.test.ts', 'a line that is too long is told once'],
  },
  {
    fault: 'reading is quadratic',
    file: 'transport/held-text.ts',
    find: 'if (this.#length > this.#block.length) this.#enlarge()',
    replace:
      'const all = new Uint8Array(this.#length)\n    all.set(this.#block.subarray(0, this.#used))\n    this.#block = all',
    test: ['transport/line-framing.test.ts', 'reading is linear'],
  },
  {
    fault: 'bytes that are not UTF-8 are taken',
    file: 'transport/framing.ts',
    find: 'fatal: true',
    replace: 'fatal: false',
    test: ['transport/line-framing.test.ts', 'bytes that are not UTF-8 cost their own line only'],
  },
  {
    fault: 'the last line without a newline is lost',
    file: 'transport/line-framing.ts',
    find: '  end(arrivals: Arrivals): void {\n    this.#finishLine(arrivals)\n',
    replace: '  end(_arrivals: Arrivals): void {\n',
    test: ['transport/line-framing.test.ts', 'one message per line'],
  },
  {
    fault: 'a length counts characters',
    file: 'transport/content-length-framing.ts',
    find: 'utf8Length(text)}',
    replace: 'text.length}',
    test: ['transport/content-length-framing.test.ts', 'the length counts bytes'],
  },
  {
    fault: 'noise that begins like a header decides the framing',
    file: 'transport/detected-framing.ts',
    find: 'this.#beginning.startsWith(header)',
    replace: 'this.#beginning.startsWith(header[0] ?? header)',
    test: ['transport/detected-framing.test.ts', 'noise that only begins like a header'],
  },
  {
    fault: 'a peer that is gone crashes the writer',
    file: 'transport/frame-writer.ts',
    find: '        this.#failure = error instanceof',
    replace: '        if (error) throw error\n        this.#failure = error instanceof',
    test: ['transport/framed-channel.test.ts', 'a peer that is gone while a message waits to be written'],
  },
]

const PROCESSES: readonly Twin[] = [
  {
    fault: 'the agent sees the whole environment',
    file: 'node/environment.ts',
    find: 'ALLOWED.has(name.toUpperCase())',
    replace: 'name.toUpperCase()',
    test: ['node/environment.test.ts', 'what is not on the list is not passed on'],
  },
  {
    fault: 'the death of an agent is not explained',
    file: 'node/spawn-agent.ts',
    find: '    this.#stderr.append(text)\n',
    replace: '',
    test: ['node/spawn-agent.test.ts', 'an agent that dies is reported'],
  },
  {
    fault: 'what an agent prints reaches the wire',
    file: 'node/stdio.ts',
    find: '  stdout.write = stderr.write.bind(stderr) as typeof stdout.write\n',
    replace: '',
    test: ['node/serve-stdio.test.ts', 'stdout carries messages only'],
    build: true,
  },
  {
    fault: 'an agent lingers whose client no longer reads',
    file: 'node/node-stream.ts',
    find: "output.once('error', () => this.input.endWhenQuiet(QUIET_MILLISECONDS, peerGone()))",
    replace: '',
    test: ['node/serve-stdio.test.ts', 'a client that only closes its reading end'],
    build: true,
  },
]

export const CARRIERS: readonly Twin[] = [
  {
    fault: 'an agent is not mourned while its pipes are held',
    file: 'node/spawn-agent.ts',
    find: '    void this.exited.then(() => this.#stopListening())\n',
    replace: '',
    test: ['node/spawn-agent.test.ts', 'an agent that dies is mourned although'],
  },
  ...FRAMES,
  ...PROCESSES,
]
