import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { talk } from '../conversation.fixture.js'

const FILES = {
  'README.md': '# Lamp\n\nA lamp that sings.\n',
  'package.json': '{"name":"lamp","scripts":{"test":"node --version","build":"true","deploy":"true"}}',
  'src/main.ts': 'export function parseOptions() {}\nparseOptions()\n',
  'src/main.test.ts': '',
  'src/theme.ts': 'colour\n',
  'docs/README.md': 'docs',
}

/** What a request is read as; rejects nothing, so that commands run. */
async function readings(requests: readonly string[]): Promise<readonly string[]> {
  const { say } = await talk({ files: FILES, answer: 'reject_once' })
  const found: string[] = []
  for (const request of requests) {
    const { said } = await say(request)
    found.push(/^I read that as `(.*)`\.$/m.exec(said)?.[1] ?? said.slice(0, 40))
  }
  return found
}

const CASES: readonly (readonly [request: string, command: string])[] = [
  ['what does this project do?', '/overview'],
  ['Give me an overview of the repo, please', '/overview'],
  ['what is in this project?', '/overview'],
  ["what's in this project", '/overview'],
  ['what’s in this project?', '/overview'],
  ['what is in here?', '/overview'],
  ['what is in this folder?', '/overview'],
  ['describe this project', '/overview'],
  ['explain src/main.ts', '/overview src/main.ts'],
  ['what does theme.ts do?', '/overview src/theme.ts'],
  ['summarize the docs folder', '/overview docs/'],
  ['show me README', '/read README.md'],
  ['Can you show me the README?', '/read README.md'],
  ['show me the readme', '/read README.md'],
  ['read the file README.md', '/read README.md'],
  ['what files are here?', '/find ./'],
  ['run for i in 1 2; do echo $i; done', '/run for i in 1 2; do echo $i; done'],
  ['run seq 3 | wc -l', '/run seq 3 | wc -l'],
  ['open src/main.ts', '/read src/main.ts'],
  ['show me theme.ts', '/read src/theme.ts'],
  ['show lines 1 to 2 of src/main.ts', '/read src/main.ts:1-2'],
  ['what is in src', '/find src/'],
  ["what's in the src folder?", '/find src/'],
  ['list files', '/find ./'],
  ['find all tests', '/find **/{*.test.*,*.spec.*,*_test.*,test_*.*}'],
  ['list all markdown files', '/find **/*.{md,mdx}'],
  ['find *.ts files', '/find *.ts'],
  ['find files named main', '/find main'],
  ['where is parseOptions used', '/search parseOptions'],
  ['who calls parseOptions?', '/search parseOptions'],
  ['search for "a lamp"', "/search 'a lamp'"],
  ['look for colour in src', '/search colour --in src/'],
  ['grep lamp in the project', '/search lamp'],
  ['replace colour with color in src/theme.ts', "/edit src/theme.ts 'colour' 'color'"],
  [`replace "it's" with 'two words' in theme.ts`, String.raw`/edit src/theme.ts 'it\'s' 'two words'`],
  ['create file notes.md with Remember the milk', "/write notes.md 'Remember the milk'"],
  ['create a new file called empty.txt', "/write empty.txt ''"],
  ['run the tests', '/run npm test'],
  ['do the tests pass?', '/run npm test'],
  ['build it', '/run npm run build'],
  ['run the deploy script', '/run npm run deploy'],
  ['run `ls -la`', '/run ls -la'],
  ['run git status', '/run git status'],
  ['write hello to notes/a.txt', "/write notes/a.txt 'hello'"],
  ['undo that', '/undo'],
  ['please take that back', '/undo'],
  ['remind me to write the changelog', '/todo add write the changelog'],
  ['show the plan', '/plan'],
  ['switch to code mode', '/mode code'],
  ['what can you do?', '/help'],
  ['Hello!', '/help'],
  ['which model do you use', '/status'],
]

test('plain requests become the commands that they mean, and are named', async () => {
  expect(await readings(CASES.map(([request]) => request))).toEqual(CASES.map(([, command]) => command))
})

test('a definition is searched for as one', async () => {
  const { say } = await talk({ files: FILES })
  const { said } = await say('where is parseOptions defined?')
  expect(said).toContain('I read that as `/search parseOptions --definition`')
  expect(said).toContain('export function parseOptions')
  expect(said).not.toMatch(/:2\b.*parseOptions\(\)/)
})

test('what no rule fits is answered with the truth and a cure, and nothing is done', async () => {
  const { say, asked } = await talk({ files: FILES })
  for (const request of [
    'write me a poem about lamps',
    'why is the sky blue?',
    'refactor everything',
    'show me the money',
    'run the marathon',
    'run away',
    'find me a restaurant in Paris',
    'write a letter to mum',
  ]) {
    const { said, updates } = await say(request)
    expect(said).toContain('No model is connected')
    expect(said).toContain('/help')
    expect(said).toContain('/model')
    expect(said.split(/\s+/).length).toBeLessThan(60)
    expect(updates.filter(({ sessionUpdate }) => sessionUpdate === 'tool_call')).toEqual([])
  }
  expect(asked).toEqual([])
})

test('a name that could mean several files is not guessed at', async () => {
  const { say } = await talk({ files: { 'a/x.ts': '', 'b/x.ts': '' } })
  expect((await say('show me x.ts')).said).toBe(
    'There is more than one x.ts. Which one do you mean: `a/x.ts`, `b/x.ts`?',
  )
})

test('a file that is not there is said to be missing, with the names that are near', async () => {
  const { say } = await talk({ files: FILES })
  expect((await say('show me foo.txt')).said).toBe(
    'There is no file foo.txt in this project. `/find` looks for one by a part of its name.',
  )
  expect((await say('show me src/main.tets.ts')).said).toContain('Did you mean `src/main.test.ts`?')
  expect((await say('explain and/or')).said).toContain('No model is connected')
  expect((await say('explain src/mian.ts')).said).toContain('Did you mean `src/main.ts`?')
  expect((await say('what does lib/theme.ts do?')).said).toContain('There is no file lib/theme.ts')
  expect((await say('what does lib/theme.ts do?')).said).toContain('Did you mean `src/theme.ts`?')
})

test('a command of the shell is offered as one, and not run', async () => {
  const { say, asked } = await talk({ files: FILES })
  for (const line of ['git status', 'npm test', 'ls -la', 'make test', 'go build ./...'])
    expect((await say(line)).said).toBe(`Did you mean \`/run ${line}\`?`)
  for (const prose of ['make me a sandwich', 'go home', 'find happiness', 'cat pictures are nice'])
    expect((await say(prose)).said).toContain('No model is connected')
  expect(asked).toEqual([])
})

test('a sentence that begins with a path is no command, but a word alone is taken for one', async () => {
  const { say } = await talk({ files: FILES })
  expect((await say('/tmp is full, why?')).said).toContain('No model is connected')
  expect((await say('/tmp')).said).toContain('There is no command /tmp.')
  expect((await say('/raed README.md')).said).toContain('Did you mean /read?')
})

test('"this" is the file that the message mentions, as a link or with its text', async () => {
  const { say, work } = await talk({ files: FILES })
  const uri = pathToFileURL(join(work, 'src/theme.ts')).href
  const link = { type: 'resource_link', uri, name: 'theme.ts' } as const
  const whole = { type: 'resource', resource: { uri: `${uri}#L1`, text: 'colour\n' } } as const
  expect((await say([{ type: 'text', text: 'show me this file' }, link])).said).toContain(
    'I read that as `/read src/theme.ts`',
  )
  expect((await say([whole])).said).toContain('I read that as `/read src/theme.ts`')
  await say([{ type: 'text', text: 'replace colour with color in this' }, whole])
  expect(readFileSync(join(work, 'src/theme.ts'), 'utf8')).toBe('color\n')
})

test('an image is set aside in so many words', async () => {
  const { say } = await talk({ files: FILES })
  const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const
  const lonely = await say([{ type: 'text', text: 'what is on this picture?' }, image])
  expect(lonely.said).toContain('brings an image, which I cannot make out without a model')
  const beside = await say([{ type: 'text', text: 'show me README' }, image, image])
  expect(beside.said).toContain('2 images')
  expect(beside.said).toContain('A lamp that sings')
})

test('a text of no file is named when nothing fits', async () => {
  const { say } = await talk({ files: FILES })
  const page = { type: 'resource', resource: { uri: 'untitled:one', text: 'hm' } } as const
  expect((await say([{ type: 'text', text: 'improve this' }, page])).said).toContain('untitled:one')
})

test('a very long message is not held against rules', async () => {
  const { say } = await talk({ files: FILES })
  const started = performance.now()
  expect((await say(`replace ${'a with '.repeat(20_000)}b in README.md`)).said).toContain(
    'No model is connected',
  )
  expect((await say(`replace ${'a with '.repeat(50)}b`)).said).toContain('No model is connected')
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('a file that is mentioned with a mark is that file, in plain words and behind a command', async () => {
  const { say, work } = await talk({ files: FILES, answer: 'reject_once' })
  const mention = (text: string, path: string) =>
    say([
      { type: 'text', text },
      { type: 'resource_link', name: path, uri: pathToFileURL(join(work, path)).href },
    ])
  expect((await mention('explain @src/main.ts', 'src/main.ts')).said).toContain('`/overview src/main.ts`')
  expect((await mention('explain this @README.md.', 'README.md')).said).toContain('`/overview README.md`')
  expect((await mention('replace colour with color in @src/theme.ts', 'src/theme.ts')).said).toContain(
    "`/edit src/theme.ts 'colour' 'color'`",
  )
  expect((await mention('/read @README.md', 'README.md')).said).toContain('A lamp that sings.')
  // A mark on anything that was not brought along stays what it is: the name of a package, say.
  expect((await mention('/read @scope/thing', 'README.md')).said).toContain('@scope/thing')
})

test('what a client adds for the assistant alone is no part of the request', async () => {
  const { say } = await talk({ files: FILES })
  const { said } = await say([
    { type: 'text', text: 'what is in src' },
    { type: 'text', text: 'I ran `echo hi`:\nhi', annotations: { audience: ['assistant'] } },
  ])
  expect(said).toContain('`/find src/`')
})
