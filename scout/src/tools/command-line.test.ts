import { expect, test } from 'vitest'
import { fromText, fromWords } from './command-line.js'

test('plain words are run without a shell', () => {
  expect(fromText(' npm run "test all" --x=')).toMatchObject({ command: 'sh' })
  expect(fromText("git commit -m 'a message'")).toEqual({
    command: 'git',
    args: ['commit', '-m', 'a message'],
    shown: "git commit -m 'a message'",
  })
  expect(fromText('echo ""')).toMatchObject({ args: [''] })
})

test('what only a shell understands is given to one, and shown as it was typed', () => {
  for (const text of [
    'a | b',
    'a && b',
    'echo $HOME',
    'ls *.ts',
    'x > y',
    'a; b',
    'echo `x`',
    'A=1 b',
    "it's",
    'a\nb',
  ])
    expect(fromText(text)).toMatchObject({
      command: 'sh',
      args: ['-c', text],
      shown: text,
    })
  expect(fromText("sh -c 'a | b'").shown).toBe("sh -c 'a | b'")
})

test('words that come apart are never read by a shell', () => {
  expect(fromWords(['echo', '$HOME; rm -rf x'])).toEqual({
    command: 'echo',
    args: ['$HOME; rm -rf x'],
    shown: "echo '$HOME; rm -rf x'",
  })
})

test('no program, an option in its place and a NUL are refused', () => {
  expect(() => fromText('  ')).toThrow('no command to run')
  expect(() => fromText('-rf x')).toThrow('no command to run')
  expect(() => fromWords(['echo', 'a\0b'])).toThrow('NUL')
})
