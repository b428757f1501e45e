import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const lib = new URL('../../lib/', import.meta.url)

/** The packed files that are loaded with one of them. */
function loadedWith(name: string, known: Set<string> = new Set()): Set<string> {
  known.add(name)
  const source = readFileSync(new URL(name, lib), 'utf8')
  for (const [, next = ''] of source.matchAll(/^(?:import|export) .*?["']\.\/([^"']+)["'];?$/gm))
    if (!known.has(next)) loadedWith(next, known)
  return known
}

test('an agent that imports the room for Node loads none of what a host needs', () => {
  expect([...loadedWith('node.js')].sort()).toEqual(['core.js', 'node-kit.js', 'node.js'])
})

test('nor does it load a server of clients that are elsewhere', () => {
  for (const name of loadedWith('node.js'))
    expect(readFileSync(new URL(name, lib), 'utf8')).not.toContain('acp-connection-id')
})
