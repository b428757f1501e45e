import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_PACE, ClientStage } from './stage.js'

async function makeStage(prompt: readonly string[], name = 'stage'): Promise<ClientStage> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'parley-stage-')))
  const folder = join(root, name)
  await mkdir(folder)
  const fixture = { name: 'test', tasks: { prompt } }
  const env = () => ({ PATH: process.env.PATH })
  const stage = new ClientStage({ version: 1, fixture, env, folder, pace: CLIENT_PACE })
  onTestFinished(async () => {
    await stage.close()
    await rm(root, { recursive: true, force: true })
  })
  return stage
}

test('a client that ends before it has started our agent is not waited for; how it ended and what it said is told', async () => {
  const stage = await makeStage([process.execPath, '-e', 'console.log("no such file"); process.exit(3)'])
  const started = Date.now()
  await expect(stage.start('prompt')).rejects.toThrow(/exit code 3.*no such file/s)
  expect(Date.now() - started).toBeLessThan(10_000)
  expect(stage.silence).toBe('it never answered: exit code 3; its last words: no such file')
})

test.skipIf(process.platform === 'win32')(
  'the command line of our agent is one for a shell, whatever its folder is called',
  async () => {
    const stage = await makeStage(['sh', '-c', '{agent}'], 'it\'s "here" $HOME')
    expect((await stage.start('prompt')).guest.words).toEqual([])
  },
)
