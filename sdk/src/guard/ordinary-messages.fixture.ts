/** Messages as they go over the wire every day, without a secret in them: what a redactor must leave alone. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = ['sdk/src', 'scripts', 'examples', 'bench/src', 'docs']
/** Files that are about secrets have some, for show. */
const ABOUT_SECRETS = /node_modules|dist|secret|redact|guard\/|mcp\/.*test|\.build/
const TEXT = /\.(?:ts|md|json|mjs|yml)$/
const LINES_PER_MESSAGE = 12

const seed = (number: number, digest: string): Buffer =>
  createHash(digest).update(`ordinary ${number}`).digest()

/** The contents of this project's own files, piece by piece. */
function pieces(): readonly string[] {
  const files = FOLDERS.flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
  ).filter(name => TEXT.test(name) && !ABOUT_SECRETS.test(name))
  return [...files, 'package-lock.json', 'CHANGELOG.md', 'package.json'].flatMap(name => {
    const lines = readFileSync(join(ROOT, name), 'utf8').split('\n')
    return Array.from({ length: Math.ceil(lines.length / LINES_PER_MESSAGE) }, (_, index) =>
      lines.slice(index * LINES_PER_MESSAGE, (index + 1) * LINES_PER_MESSAGE).join('\n'),
    )
  })
}

const uuid = (number: number): string => {
  const hex = seed(number, 'md5').toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** The words that go between a client and an agent, with a number for what varies. */
const KINDS: readonly ((number: number) => unknown)[] = [
  number => ({
    jsonrpc: '2.0',
    id: number,
    method: 'session/prompt',
    params: { sessionId: uuid(number), prompt: [] },
  }),
  number => ({
    update: { sessionUpdate: 'tool_call', toolCallId: `call_${uuid(number)}`, title: 'git log' },
  }),
  number => ({
    rawOutput: { stdout: `commit ${seed(number, 'sha1').toString('hex')}\nAuthor: me <me@x.test>\n` },
  }),
  number => ({
    content: [
      {
        type: 'image',
        mimeType: 'image/png',
        data: Buffer.concat(
          Array.from({ length: 200 }, (_, part) => seed(number * 1_000 + part, 'sha512')),
        ).toString('base64'),
      },
    ],
  }),
  number => ({ text: `"integrity": "sha512-${seed(number, 'sha512').toString('base64')}"` }),
  number => ({
    _meta: {
      traceparent: `00-${seed(number, 'md5').toString('hex')}-${uuid(number).slice(0, 8)}00000000-01`,
      progressToken: uuid(number),
    },
  }),
  number => ({
    usage: { inputTokens: number, outputTokens: 7, cachedReadTokens: 12 },
    key: 'ArrowUp',
    keys: ['a'],
  }),
  number => ({
    command: 'docker',
    args: ['run', '--rm', `image@sha256:${seed(number, 'sha256').toString('hex')}`],
  }),
  number => ({
    env: [
      { name: 'PATH', value: '/usr/bin:/bin' },
      { name: 'NODE_ENV', value: 'test' },
      { name: 'PORT', value: String(number) },
    ],
  }),
  number => ({
    uri: `file:///home/me/project/src/file-${number}.ts#L10:20`,
    url: `https://example.test:8443/a/${uuid(number)}?page=${number}&sort=name`,
  }),
  number => ({
    text: `Error: ENOENT: no such file\n    at Object.open (node:internal/fs:${number}:10)\n    at async file:///a/b.js:1:2`,
  }),
  number => ({
    text: `I changed the tokenizer: tokens are read from ${number} on, the key of each entry is its path.`,
  }),
]

/** At least so many ordinary messages. */
export function ordinaryMessages(least: number): readonly unknown[] {
  const contents = pieces().map((text, number) =>
    number % 2 === 0
      ? { method: 'fs/write_text_file', params: { sessionId: 's', path: `/p/${number}`, content: text } }
      : {
          method: 'session/update',
          params: {
            sessionId: 's',
            update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } },
          },
        },
  )
  const more = Array.from({ length: Math.max(least - contents.length, 1_200) }, (_, number) =>
    KINDS[number % KINDS.length]?.(number),
  )
  return [...contents, ...more]
}
