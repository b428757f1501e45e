/** Two real gateways with the config of docs/team: only names, ports, folders and secrets are those of a test. */

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Place } from '../run/command.fixture.js'
import { AGENT, type Served, serve } from './serving.fixture.js'

export const guide = (name: string): string =>
  fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))

// Another product's file, as its agent is: not a part of this one.
const CERTIFICATE = new URL('../../../gateway/src/serving/certificate.fixture.ts', import.meta.url).href

const cleaning: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(cleaning.map(clean => clean()))
})

/** What is to be done when all tests of a file are over. */
export const atEnd = (clean: () => Promise<void>): void => void cleaning.push(clean)

export const NAMES = { one: 7431, two: 7432 } as const
export type Name = keyof typeof NAMES

export const PEOPLE = ['alice-laptop', 'alice-wall', 'bob-desk', 'build-machine'] as const
export type Person = (typeof PEOPLE)[number]

/** Two gateways as the guide has them, and where their clients find them. */
export interface Team {
  readonly place: Place
  /** Where nginx listens, and where a twin of it does. */
  readonly edges: readonly [number, number]
  readonly gateways: Record<Name, Served>
  readonly tokens: Record<Person, string>
  readonly certificate: { readonly cert: string; readonly path: string; readonly key: string }
  /** Starts one of them again where it was. */
  start(name: Name): Promise<Served>
  /** Gives a token another secret, in both configs. */
  rotate(person: Person): void
}

export async function makeTeam(place: Place): Promise<Team> {
  const edges = [await freePort(), await freePort()] as const
  const { key, cert } = (await import(CERTIFICATE)).selfSigned()
  const certificate = { cert, path: join(place.home, 'cert.pem'), key: join(place.home, 'key.pem') }
  writeFileSync(certificate.path, cert)
  writeFileSync(certificate.key, key, { mode: 0o600 })
  const tokens = Object.fromEntries(PEOPLE.map(person => [person, secret()])) as Team['tokens']
  const ports = { one: await freePort(), two: await freePort() }
  const write = (): void => {
    for (const name of ['one', 'two'] as const)
      writeFileSync(pathOf(place, name), configOf({ place, edges, tokens, name, port: ports[name] }), {
        mode: 0o600,
      })
  }
  const start = async (name: Name): Promise<Served> => {
    gateways[name] = await serve(place, ['--config', pathOf(place, name)], atEnd)
    return gateways[name]
  }
  const rotate = (person: Person): void => {
    tokens[person] = secret()
    write()
  }
  const gateways = {} as Team['gateways']
  write()
  await Promise.all([start('one'), start('two')])
  return { place, edges, gateways, tokens, certificate, start, rotate }
}

const secret = (): string => `parley_${randomBytes(32).toString('base64url')}`
const pathOf = (place: Place, name: Name): string => join(place.home, `${name}.json`)

interface ConfigFacts {
  readonly place: Place
  readonly edges: Team['edges']
  readonly tokens: Team['tokens']
  readonly name: Name
  readonly port: number
}

/** The config of the guide. Only what cannot be the same in a test is put in its place. */
function configOf({ place, edges, tokens, name, port }: ConfigFacts): string {
  const text = readFileSync(guide('team/gateway.json'), 'utf8').replaceAll('one', name)
  const config = JSON.parse(text.replaceAll('/srv/projects', place.home))
  const hash = (person: Person): string => createHash('sha256').update(tokens[person]).digest('hex')
  for (const { tokens: theirs, roots } of Object.values<Record<string, object>>(config.principals)) {
    for (const [person, token] of Object.entries(theirs ?? {}))
      Object.assign(token, { sha256: hash(person as Person) })
    for (const root of Object.values(roots ?? {})) mkdirSync(String(root), { recursive: true })
  }
  const env = { PLACE: place.cwd, KEEPS: 'yes' }
  return JSON.stringify({
    ...config,
    agents: { fixture: { command: process.execPath, args: [AGENT, place.mark], env } },
    listen: { ...config.listen, port },
    hosts: [...config.hosts, ...edges.map(port => `127.0.0.1:${port}`)],
    stateFolder: join(place.home, 'state', name),
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
