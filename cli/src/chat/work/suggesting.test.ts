import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { toHeader } from '../../record/conversation.js'
import { withShelf } from '../../record/shelf.js'
import type { ChatEvent } from '../event.js'
import { Suggesting } from './suggesting.js'

function place(): { readonly home: string; readonly env: NodeJS.ProcessEnv } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'parley-suggesting-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  for (const folder of ['work/src', 'other']) mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['work/src/a.ts', 'work/my file.txt', 'work/bad\nname', 'other/b.ts', '.secret'])
    writeFileSync(join(home, file), '')
  return { home, env: { HOME: home, XDG_STATE_HOME: join(home, 'state') } }
}

type Told = Extract<ChatEvent, { type: 'suggestions' }>

async function ask(
  env: NodeJS.ProcessEnv,
  cwd: string,
  ...queries: readonly string[]
): Promise<readonly Told[]> {
  const told: Told[] = []
  return new Promise(fulfil => {
    const suggesting = new Suggesting({
      env,
      tell: event => {
        if (event.type === 'suggestions') told.push(event)
        void suggesting.close().then(() => fulfil(told))
      },
    })
    for (const [index, query] of queries.entries()) {
      const kind = query.startsWith('#') ? 'talk' : 'file'
      suggesting.take({ do: 'suggest', kind, query: query.replace('#', ''), ticket: index, cwd })
    }
  })
}

const inserts = (told: readonly Told[]): readonly string[] =>
  told.flatMap(({ items }) => items.map(({ insert }) => insert))

test('files are offered as mentions, and only the latest question is answered', async () => {
  const { home, env } = place()
  const told = await ask(env, join(home, 'work'), 'x', 'm', 'fil')
  expect(told.map(({ ticket }) => ticket)).toEqual([2])
  expect(inserts(told)).toEqual(['@"my file.txt"'])
  expect([...inserts(await ask(env, join(home, 'work'), ''))].sort()).toEqual([
    '@"my file.txt"',
    '@src/',
    '@src/a.ts',
  ])
})

test('outside of the directory one goes from folder to folder', async () => {
  const { home, env } = place()
  const cwd = join(home, 'work')
  expect(inserts(await ask(env, cwd, '../ot'))).toEqual(['@../other/'])
  expect(inserts(await ask(env, cwd, '../other/'))).toEqual(['@../other/b.ts'])
  expect([...inserts(await ask(env, cwd, '~/'))].sort()).toEqual(['@~/other/', '@~/work/'])
  expect(inserts(await ask(env, cwd, '~/.s'))).toEqual(['@~/.secret'])
  expect(inserts(await ask(env, cwd, `${home}/oth`))).toEqual([`@${home}/other/`])
  expect(inserts(await ask(env, cwd, '/no/such/folder/'))).toEqual([])
})

test('recorded conversations are offered by title, those of the directory first', async () => {
  const { env } = place()
  expect(inserts(await ask(env, '/here', '#'))).toEqual([])
  const headers = [
    { ...toHeader({ agent: 'scout', sessionId: '1', cwd: '/there' }), title: 'Fix the parser' },
    { ...toHeader({ agent: 'scout', sessionId: '2', cwd: '/here' }), title: 'Write docs' },
  ]
  await withShelf({ env }, async journal => {
    for (const header of headers) await (await journal.create(header)).release()
  })
  const told = await ask(env, '/here', '#')
  expect(inserts(told)).toEqual([`#${headers[1]?.id}`, `#${headers[0]?.id}`])
  expect(told[0]?.items[0]).toMatchObject({ label: 'Write docs' })
  expect(inserts(await ask(env, '/here', '#pars'))).toEqual([`#${headers[0]?.id}`])
})
