import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ChangeRegistry } from '../changes/change-registry.js'
import { makeProject, removeProject } from '../changes/folder.fixture.js'
import type { ChatEvent } from '../event.js'
import { Changing } from './changing.js'

test('what a turn changed is told, taken back and told again; strangers are told of nothing', async () => {
  const project = makeProject({ 'a.txt': 'a\n' }, true)
  const registry = new ChangeRegistry({ state: project.state, env: process.env })
  const told: ChatEvent[] = []
  const hands = new Changing({ tell: event => told.push(event), changes: registry })
  const changes = registry.open('talk-1', project.cwd)
  const path = join(project.cwd, 'a.txt')
  await changes.begin()
  // Also on a busy machine: the baseline is there.
  await changes.compare()
  writeFileSync(path, 'b\n')
  await changes.end()
  expect(hands.take({ do: 'detach' })).toBe(false)
  expect(hands.take({ do: 'compare', talk: 'talk-1' })).toBe(true)
  await hands.close()
  expect(hands.take({ do: 'undo', talk: 'talk-1' })).toBe(true)
  await hands.close()
  expect(readFileSync(path, 'utf8')).toBe('a\n')
  hands.take({ do: 'compare', talk: 'another' })
  await hands.close()
  expect(told).toEqual([
    { type: 'changes', talk: 'talk-1', changes: [{ path, oldText: 'a\n', newText: 'b\n' }] },
    { type: 'undone', talk: 'talk-1', restored: [path], kept: [] },
    { type: 'changes', talk: 'another', changes: [] },
  ])
  await changes.close()
  expect(registry.get('talk-1')).toBeUndefined()
  removeProject(project)
})

test('what goes wrong is told, never thrown', async () => {
  const project = makeProject({ 'a.txt': 'a\n' }, false)
  const registry = new ChangeRegistry({ state: project.state, env: process.env })
  const told: ChatEvent[] = []
  const hands = new Changing({ tell: event => told.push(event), changes: registry })
  const changes = registry.open('talk-1', project.cwd)
  await changes.begin()
  hands.take({ do: 'undo', talk: 'talk-1' })
  await hands.close()
  expect(told).toEqual([
    { type: 'remark', kind: 'warning', text: 'The turn is still running: cancel it first.' },
  ])
  await changes.close()
  const lost = registry.open('talk-2', join(project.base, 'nowhere'))
  await lost.begin()
  expect(await lost.end()).toEqual([])
  hands.take({ do: 'compare', talk: 'talk-2' })
  await hands.close()
  expect(told.slice(1)).toEqual([
    {
      type: 'remark',
      kind: 'warning',
      text: expect.stringMatching(/^What the last turn changed is not known: /),
    },
    { type: 'changes', talk: 'talk-2', changes: [] },
  ])
  told.length = 0
  hands.take({ do: 'undo', talk: 'talk-2' })
  await hands.close()
  expect(told).toEqual([
    {
      type: 'remark',
      kind: 'warning',
      text: expect.stringMatching(/^What the last turn changed is not known: /),
    },
    { type: 'undone', talk: 'talk-2', restored: [], kept: [] },
  ])
  await lost.close()
  removeProject(project)
})
