/** Whatever people are told to try is tried here, without a model: a promise in print must hold. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COMMANDS } from '../commands/table.js'
import { talk } from '../conversation.fixture.js'
import { SAYINGS } from './sayings.js'

const FILES = {
  'README.md': '# Lamp\n\nA lamp that sings.\n',
  'package.json': '{"name":"lamp","scripts":{"test":"node --version"}}',
  'src/main.ts': `export function parseOptions() {}\n// TODO: open the door\n${'parseOptions()\n'.repeat(20)}old text\n`,
  'src/main.test.ts': '',
  'src/theme.ts': 'colour\n',
  'config.json': '{}',
}

/** For each request that /help shows, what its answer must say. */
const ANSWERS: Readonly<Record<string, string>> = {
  'what can you do': 'These are my commands',
  'remind me to write the changelog': '1. [ ] write the changelog',
  'find all TODOs': 'src/main.ts:2: // TODO: open the door',
  'show my to-do list': '1. [ ] write the changelog',
  'show the plan': 'There is no plan yet',
  'accept the plan': 'There is no plan yet',
  'switch to code mode': 'The mode is code now',
  'which model do you use': 'Model: none',
  'show me the tour': 'That was the tour.',
  'list the MCP tools': 'no MCP servers',
  'replace "colour" with "color" in src/theme.ts': 'Edited src/theme.ts',
  'create file notes.md with Remember the milk': 'Created notes.md',
  'run the tests': 'Done: Exit code 0',
  'run `ls -la`': 'Done: Exit code 0',
  'undo that': 'Removed notes.md',
  'what does this project do': 'A lamp that sings.',
  'explain src/main.ts': 'TypeScript',
  'find all tests': 'src/main.test.ts',
  'show lines 10 to 20 of src/main.ts': 'parseOptions()',
  'show me README': 'A lamp that sings.',
  'what is in src': 'src/theme.ts',
  'where is parseOptions defined': 'src/main.ts:1: export function parseOptions',
  'where is parseOptions used': 'src/main.ts:3: parseOptions()',
  'search for "open the door" in src': 'src/main.ts:2: // TODO: open the door',
  'find files named config': 'config.json',
}

test('every request that /help shows is understood, and its answer is the right one', async () => {
  const { say } = await talk({ files: FILES })
  for (const saying of SAYINGS) {
    const { said } = await say(saying)
    expect(said, saying).toMatch(/^I read that as/)
    expect(said, saying).toContain(ANSWERS[saying] ?? 'an answer that this test knows')
  }
})

test('the example of every command can be typed as it stands', async () => {
  const { say } = await talk({ files: FILES })
  for (const { example } of COMMANDS)
    expect((await say(example)).said, example).not.toMatch(/cannot do that|Expected/)
})

const PRINTED = ['README.md', 'docs/command.md', 'docs/scout.md', 'cli/src/overview.ts']

/** What is sent to scout: prompts for other agents, and those that go on with a conversation, are none of its business. */
function promptsIn(file: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../../${file}`, import.meta.url)), 'utf8')
  const commands = text.split('\n').filter(line => !/--agent|--resume/.test(line))
  const sent = commands.flatMap(line => [...line.matchAll(/parley run [^"]*"([^"]+)"/g)])
  const rules = [...text.matchAll(/short list of rules \(([^)]*)\)/g)].flatMap(([, list = '']) => [
    ...list.replaceAll('\n', ' ').matchAll(/"([^"]+)"/g),
  ])
  return [...sent, ...rules].map(([, prompt = '']) => prompt).filter(prompt => prompt !== '…')
}

test('no prompt that is printed for people is answered with "I cannot"', async () => {
  const prompts = PRINTED.flatMap(promptsIn)
  expect(prompts).toContain('what is in this project?')
  expect(prompts).toContain('undo that')
  const { say } = await talk({ files: FILES })
  for (const prompt of prompts) {
    const { said } = await say(prompt)
    expect(said, prompt).toMatch(/^I read that as/)
    expect(said, prompt).not.toContain('I cannot')
  }
})
