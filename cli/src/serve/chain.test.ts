import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openChannel } from '@parley/acp/node'
import { type Gateway, gateway, readGatewayConfig } from '@parley/gateway'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN, makePlace, type Place, processesWith } from '../run/command.fixture.js'
import { AGENT, comeTo, hear, serve } from './serving.fixture.js'

type Scheme = 'ws' | 'http'

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const stateOf = (place: Place, name: string): string => join(place.home, name, 'state')
const auditOf = (place: Place, name: string): string =>
  readFileSync(join(stateOf(place, name), 'audit/audit.ndjson'), 'utf8')

async function gatewayOf(place: Place, name: string, agent: Program): Promise<Gateway> {
  const path = join(place.home, name, 'gateway.json')
  mkdirSync(join(place.home, name), { recursive: true, mode: 0o700 })
  const config = { version: 1, agents: { next: agent }, roots: [place.home], listen: { port: 0 } }
  writeFileSync(path, JSON.stringify({ ...config, stateFolder: stateOf(place, name) }), { mode: 0o600 })
  const opened = await gateway({ config: readGatewayConfig({ path, env: place.env() }), env: place.env() })
  onTestFinished(() => opened.close(0))
  return opened
}

/** The agent of a gateway that is another gateway. */
const wayTo = ({ url, owner }: Gateway, scheme: Scheme): Program => ({
  command: process.execPath,
  args: [MAIN, 'connect', `${url.replace(/^http/, scheme)}/acp`],
  env: { PARLEY_TOKEN: owner?.token ?? '' },
})

/** So many gateways in a row, named from 1 on, and an agent behind the last. */
async function chainOf(place: Place, count: number, scheme: Scheme): Promise<readonly Gateway[]> {
  const env = { PLACE: place.cwd, KEEPS: 'yes' }
  let agent: Program = { command: process.execPath, args: [AGENT, place.mark], env }
  const gateways: Gateway[] = []
  for (let number = count; number >= 1; number--) {
    const next = await gatewayOf(place, String(number), agent)
    agent = wayTo(next, scheme)
    gateways.unshift(next)
  }
  return gateways
}

const channelTo = ({ url, owner }: Pick<Gateway, 'url' | 'owner'>) =>
  openChannel({
    transport: 'http',
    url: `${url}/acp`,
    headers: { authorization: `Bearer ${owner?.token}` },
  })

test.each(['ws', 'http'] as const)(
  'a turn passes three gateways over %s under one name for all of them, and no token passes any',
  async scheme => {
    const place = makePlace()
    const gateways = await chainOf(place, 3, scheme)
    const [first] = gateways
    if (first === undefined) throw new Error('there is none')
    const client = await comeTo(await channelTo(first))
    const session = await client.newSession({ cwd: place.cwd })
    const said = hear(session)
    expect((await session.prompt('ask').outcome).stopReason).toBe('end_turn')
    await expect.poll(said).toMatch(/^chosen: (?!nothing)/)
    const audits = ['1', '2', '3'].map(name => auditOf(place, name))
    const traces = audits.map(text => /"session_opened".*"trace":"([\da-f]{32})"/.exec(text)?.[1])
    expect(traces[0]).toBeDefined()
    expect(new Set(traces).size).toBe(1)
    const tokens = gateways.map(({ owner }) => String(owner?.token))
    expect(audits.filter(text => tokens.some(token => text.includes(token)))).toEqual([])
    const [pid] = processesWith(place.mark)[0]?.trim().split(' ') ?? []
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
    expect(tokens.filter(token => environment.includes(token))).toEqual([])
  },
)

test('a chain of nine gateways is refused by the ninth, and the client is told why', async () => {
  const place = makePlace()
  const [first] = await chainOf(place, 9, 'ws')
  if (first === undefined) throw new Error('there is none')
  await expect(channelTo(first).then(comeTo)).rejects.toMatchObject({
    message: expect.stringContaining('More than 8 gateways in a row'),
  })
  expect(processesWith(place.mark)).toEqual([])
})

test('two gateways that are agents of each other are a loop: it is told at once', async () => {
  const place = makePlace()
  const paths = ['one', 'two'].map(name => join(place.home, name, 'gateway.json'))
  const urlFile = join(place.home, 'url')
  const agentOf = (file: string) => ({
    command: '/bin/sh',
    args: ['-c', `exec "${process.execPath}" "${MAIN}" connect $(cat ${file}) --token-file ${file}.token`],
  })
  const start = async (index: 0 | 1) => {
    const path = String(paths[index])
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    const other = `${urlFile}-${1 - index}`
    const config = { version: 1, agents: { other: agentOf(other) }, roots: [place.home] }
    writeFileSync(path, JSON.stringify({ ...config, stateFolder: join(path, '..', 'state') }), {
      mode: 0o600,
    })
    const served = await serve(place, ['--config', path, '--port', '0'])
    writeFileSync(`${urlFile}-${index}`, `${served.url.replace('http', 'ws')}/acp`)
    writeFileSync(`${urlFile}-${index}.token`, served.token, { mode: 0o600 })
    return served
  }
  const [one] = await Promise.all([start(0), start(1)])
  const began = performance.now()
  const headers = { authorization: `Bearer ${one.token}` }
  const channel = openChannel({ transport: 'http', url: `${one.url}/acp`, headers })
  await expect(channel.then(comeTo)).rejects.toMatchObject({
    message: expect.stringContaining('there is no agent behind them'),
  })
  // Not by somebody's patience, which is half a minute.
  expect(performance.now() - began).toBeLessThan(15_000)
})
