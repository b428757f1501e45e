import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Answered, talk } from '../conversation.fixture.js'
import { COMMANDS } from './table.js'
import { WORKS } from './works.js'

test('every command that is offered has its work, and every work is offered', () => {
  expect(Object.keys(WORKS).toSorted()).toEqual(COMMANDS.map(({ name }) => name).toSorted())
})

test('a client is told of every command, with a hint where one is expected', async () => {
  const { session } = await talk()
  expect(session.commands.map(({ name }) => name)).toEqual(COMMANDS.map(({ name }) => name))
})

test('/help lists every command, and says more about one', async () => {
  const { say } = await talk()
  const { said } = await say('/help')
  for (const { name } of COMMANDS) expect(said).toContain(`\`/${name}`)
  expect(said).toContain('run the tests')
  expect((await say('/help /edit')).said).toContain("/edit src/main.ts 'old text' 'new text'")
  expect((await say('/help edti')).said).toContain('found "edti". For example: `/help edit`')
})

test('a command that does not exist is named, with the one that was meant', async () => {
  const { say } = await talk()
  expect((await say('/serach door')).said).toContain('There is no command /serach. Did you mean /search?')
})

test('/read shows a file, some lines, one line and everything from a line on', async () => {
  const { say } = await talk({ files: { 'poem.txt': 'one\ntwo\nthree\nfour\n', 'a b.md': 'blank' } })
  expect((await say('/read poem.txt')).said).toBe('```txt\none\ntwo\nthree\nfour\n```')
  expect((await say('/read poem.txt:2-3')).said).toContain('two\nthree')
  expect((await say('/read poem.txt:2-3')).said).not.toContain('one')
  expect((await say('/read poem.txt:4')).said).toContain('four')
  expect((await say('/read poem.txt:3-')).said).toContain('three\nfour')
  expect((await say("/read 'a b.md'")).said).toContain('blank')
})

test('/read says what it expected, what it found, and shows an example', async () => {
  const { say } = await talk({ files: { 'a.txt': 'a' } })
  const example = 'For example: `/read src/main.ts:10-40`'
  expect((await say('/read')).said).toBe(`/read cannot do that. Expected a path, found nothing. ${example}`)
  expect((await say('/read a.txt b.txt')).said).toContain(
    'Expected one path, in quotes if it has blanks, found 2 words',
  )
  expect((await say('/read a.txt:9-3')).said).toContain('the first before the last, found "9-3"')
  expect((await say('/read missing.txt')).said).toContain('missing.txt')
  expect((await say('/read ../../etc/passwd')).said).not.toContain('root:')
  expect((await say("/read 'a.txt")).said).toContain('Expected every quote to be closed')
})

test('a fence holds text that has fences of its own', async () => {
  const { say } = await talk({ files: { 'a.md': '```\ncode\n```\n' } })
  expect((await say('/read a.md')).said).toBe('````md\n```\ncode\n```\n````')
})

test('/edit changes a file after permission, with the diff shown before', async () => {
  const { say, asked, work } = await talk({ files: { 'a.txt': 'the old day\n' } })
  const { said } = await say("/edit a.txt 'old' 'new'")
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('the new day\n')
  expect(asked).toHaveLength(1)
  expect(asked[0]?.toolCall?.content).toMatchObject([
    { type: 'diff', path: join(work, 'a.txt'), oldText: 'the old day\n', newText: 'the new day\n' },
  ])
  expect(said).toContain('a.txt')
})

test('/edit takes several lines in two fenced blocks', async () => {
  const { say, work } = await talk({ files: { 'a.txt': 'one\n  two\nthree\n' } })
  await say('/edit a.txt\n```\none\n  two\n```\n\n```\nONE\n  TWO\n```')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('ONE\n  TWO\nthree\n')
})

test('/edit wants a text that stands there once, unless it is told to change all', async () => {
  const { say, work } = await talk({ files: { 'a.txt': 'a b a\n' } })
  await say('/edit a.txt a c')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('a b a\n')
  await say('/edit a.txt a c --all')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('c b c\n')
  expect((await say('/edit a.txt a')).said).toContain('Expected a path, the old text and the new text')
  expect((await say("/edit a.txt '' b")).said).toContain('Expected an old text that is not empty')
  expect((await say('/edit a.txt\n```\nold\n```')).said).toContain('Expected two fenced blocks')
})

test('/edit that is not allowed changes nothing and says so', async () => {
  const { say, work } = await talk({ files: { 'a.txt': 'old\n' }, answer: 'reject_once' })
  expect((await say('/edit a.txt old new')).said).toContain('did not allow')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('old\n')
})

test('in architect mode /edit is refused without a question', async () => {
  const { say, session, asked, work } = await talk({ files: { 'a.txt': 'old\n' } })
  await session.setMode('architect')
  expect((await say('/edit a.txt old new')).said).toContain('architect')
  expect(asked).toEqual([])
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('old\n')
})

test('/write creates a file from a line or from a fenced block', async () => {
  const { say, work } = await talk()
  await say("/write 'my notes.md' Don't forget the milk")
  expect(readFileSync(join(work, 'my notes.md'), 'utf8')).toBe("Don't forget the milk\n")
  await say('/write deep/b.txt\n```\nfirst\n\nthird\n```')
  expect(readFileSync(join(work, 'deep/b.txt'), 'utf8')).toBe('first\n\nthird\n')
  expect((await say('/write c.txt')).said).toContain('Expected a path and a text, found a path alone')
  expect(existsSync(join(work, 'c.txt'))).toBe(false)
})

test('/run runs a command after permission and says how it ended', async () => {
  const { say, asked, work } = await talk()
  const { said, updates } = await say(`/run ${process.execPath} -e "console.log(40 + 2)"`)
  expect(asked).toHaveLength(1)
  expect(said).toBe('Done: Exit code 0.')
  expect(JSON.stringify(updates)).toContain('42')
  writeFileSync(join(work, 'fail.mjs'), 'process.exitCode = 3')
  expect((await say(`/run ${process.execPath} fail.mjs`)).said).toBe('It failed: Exit code 3.')
  expect((await say('/run')).said).toContain('Expected a command to run, found nothing')
})

test('/find finds by glob, by a part of a name, and lists a folder', async () => {
  const { say } = await talk({ files: { 'src/main.ts': '', 'src/main.test.ts': '', 'docs/guide.md': '' } })
  expect((await say('/find **/*.test.ts')).said).toContain('src/main.test.ts')
  const { said } = await say('/find guide')
  expect(said).toContain('docs/guide.md')
  expect(said).not.toContain('main')
  expect((await say('/find src/')).said).toBe('```\nsrc/main.test.ts\nsrc/main.ts\n```')
  expect((await say('/find src')).said).toContain('src/main.ts')
  expect((await say('/find')).said).toContain('Expected a glob')
})

test('/search finds text, regular expressions, and only where it is told to', async () => {
  const { say } = await talk({ files: { 'src/a.ts': 'open the door\n', 'b.ts': 'shut the door\nopen\n' } })
  expect((await say('/search "the door"')).said).toMatch(/a\.ts.*1/s)
  const inside = await say('/search the door --in src')
  expect(inside.said).toContain('a.ts')
  expect(inside.said).not.toContain('b.ts')
  expect((await say('/search ^open$ --regex')).said).not.toContain('a.ts')
  expect((await say('/search OPEN --ignore-case')).said).toContain('a.ts')
  expect((await say('/search --fast')).said).toContain('found "--fast"')
  expect((await say('/search x --in')).said).toContain('Expected a value behind --in, found nothing')
})

test('/undo takes back the last change', async () => {
  const { say, work } = await talk({ files: { 'a.txt': 'old\n' } })
  await say('/edit a.txt old new')
  await say('/undo')
  expect(readFileSync(join(work, 'a.txt'), 'utf8')).toBe('old\n')
})

test('/mode and /status say what holds, and /mode changes it', async () => {
  const { say, session } = await talk()
  expect((await say('/mode')).said).toContain('- ask (now)')
  expect((await say('/mode Architect')).said).toContain('The mode is architect now')
  expect(session.mode).toBe('architect')
  expect((await say('/mode fast')).said).toContain('Expected one of ask, code, architect, found "fast"')
  const { said } = await say('/status')
  expect(said).toContain('Model: none')
  expect(said).toContain('Mode: architect')
  expect(said).toContain('Questions: scout asks')
  await session.setOption('autoApprove', true)
  expect((await say('/status')).said).toContain('Questions: left to the client')
})

test('/mcp says that there are no servers', async () => {
  const { say } = await talk()
  expect((await say('/mcp')).said).toContain('no MCP servers')
})

test('/tour is given', async () => {
  const { say } = await talk()
  expect((await say('/tour list')).said).toContain('/tour files')
})

/** The titles of the tool calls that a message led to. */
const titlesIn = ({ updates }: Answered): readonly string[] =>
  updates.flatMap(update => (update.sessionUpdate === 'tool_call' ? [update.title] : []))

test('titles are in the words that people typed, not in those of tools', async () => {
  const { say } = await talk({ files: { 'a.ts': 'function add() {}\n' } })
  const search = await say('/search add --definition')
  expect(titlesIn(search)).toEqual(['Search for the definition of add'])
  expect(search.said).toContain('a.ts:1: function add() {}')
  expect((await say('/search gone --definition')).said).toBe('No definition of gone was found.')
  expect(titlesIn(await say("/run sh -c 'exit 0; true'"))).toEqual(["sh -c 'exit 0; true'"])
})

test('a remark about what was read stands behind the text, and not in it', async () => {
  const { say } = await talk({ files: { 'a.txt': 'one\ntwo\nthree\nfour\n', 'src/b.txt': '' } })
  expect((await say('/read a.txt:2-3')).said).toBe(
    '```txt\ntwo\nthree\n```\n\nThere is more: `/read a.txt:4-`',
  )
  expect((await say('/read src')).said).toContain(
    'Expected a file, found a folder. For example: `/find src/`',
  )
})

test('what is wrong with an edit is said in words for people', async () => {
  const { say } = await talk({ files: { 'a.txt': 'one\none\n' } })
  const twice = (await say('/edit a.txt one two')).said
  expect(twice).toContain('The old text stands 2 times in a.txt (lines 1, 2).')
  expect(twice).toContain('`--all` at the end replaces every one.')
  const missing = (await say('/edit a.txt three two')).said
  expect(missing).toContain('The old text is not in a.txt.')
  expect(`${twice}${missing}`).not.toMatch(/oldText|newText|set all/)
})

test('an overview counts in plain words, and asks no README of a folder', async () => {
  const { say } = await talk({ files: { 'src/a.ts': 'x\n' } })
  const whole = await say('/overview')
  expect(whole.said).toContain('1 file, 1 line.')
  expect(whole.said).toContain('(2 bytes, 1 line)')
  expect(JSON.stringify(whole.updates)).not.toContain('It was looked over')
  expect((await say('/overview src')).said).not.toMatch(/does not say|README|no AGENTS|no repository/)
})

test('a directory that is too broad is neither listed nor searched, and the cure is said', async () => {
  const { say } = await talk({ work: realpathSync(tmpdir()) })
  for (const message of [
    '/find *.zip',
    '/find ./',
    '/search x',
    '/overview',
    'show me README',
    'what is in here?',
  ]) {
    const { said } = await say(message)
    expect(said, message).toContain('it is too broad. Go to the folder of a project')
  }
  const more = { files: { 'a.txt': 'x\n' }, setup: { additionalDirectories: [realpathSync(tmpdir())] } }
  const second = await talk(more)
  expect((await second.say('/find *.zip')).said).toContain('it is too broad')
  expect((await second.say('/search x --in a.txt')).said).toContain('a.txt:1: x')
})
