/** `parley serve` as a process, and clients that come to it: ours through `parley connect`, and the official SDK's. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type Client, connect, type Session } from '@parley/acp/client'
import type { Channel } from '@parley/acp/jsonrpc'
import { spawnAgent } from '@parley/acp/node'
import { onTestFinished } from 'vitest'
import { MAIN, type Place } from '../run/command.fixture.js'

export const AGENT = fileURLToPath(new URL('../../../gateway/src/fixtures/agent.mjs', import.meta.url))

export interface Served {
  readonly child: ChildProcess
  readonly url: string
  /** With the path of its usual agent. */
  readonly endpoint: string
  readonly port: number
  readonly token: string
  readonly tokenFile: string
  readonly defaultAgent: string
  /** Everything that it has said on stderr. */
  said(): string
  /** Ends it by a signal: its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export async function serve(
  place: Place,
  words: readonly string[] = ['--port', '0'],
  whenOver: (clean: () => Promise<void>) => void = onTestFinished,
): Promise<Served> {
  const child = spawn(process.execPath, [MAIN, 'serve', '--format', 'json', ...words], {
    ...{ cwd: place.cwd, env: place.env(), stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', text => (said += text))
  const exited = once(child, 'exit')
  whenOver(async () => {
    child.kill('SIGKILL')
    await exited
  })
  if (child.stdout === null) throw new Error('it has no output')
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), exited.then(() => undefined)])
  if (line === undefined) throw new Error(said)
  const { url, endpoint, port, tokenFile, defaultAgent } = JSON.parse(String(line[0]))
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    await exited
    return child.exitCode
  }
  // Where the config names who may come there is none.
  const token = tokenFile === null ? '' : readFileSync(tokenFile, 'utf8').trim()
  return { ...{ child, url, endpoint, port, token, tokenFile, defaultAgent, end }, said: () => said }
}

/** A config with an agent that does what prompts say, and keeps its sessions. */
export function configOf(place: Place, more: object = {}): readonly string[] {
  const path = join(place.home, 'gateway.json')
  const env = { PLACE: place.cwd, KEEPS: 'yes' }
  const fixture = { command: process.execPath, args: [AGENT, place.mark], env }
  writeFileSync(path, JSON.stringify({ version: 1, agents: { fixture }, ...more }), { mode: 0o600 })
  mkdirSync(place.cwd, { recursive: true })
  return ['--config', path]
}

/** `parley connect` as the agent of a client, and what it says beside. */
export function bridge(place: Place, served: Served, scheme: 'ws' | 'http' = 'ws') {
  const url = `${served.url.replace(/^http/, scheme)}/acp`
  const words = [MAIN, 'connect', url, '--token-file', served.tokenFile]
  let said = ''
  const onStderr = (text: string): void => {
    said += text
  }
  const { PATH, HOME } = place.env()
  const channel = spawnAgent(process.execPath, words, { env: { PATH, HOME }, cwd: place.cwd, onStderr })
  return { channel, said: () => said }
}

/** A client that allows the first thing that it may. */
export async function comeTo(channel: Channel): Promise<Client> {
  const client = await connect(channel, { permission: async ({ options }) => options[0] })
  onTestFinished(() => client.close())
  return client
}

/** What was said in a session, by whomever, as this client heard it. */
export function hear(session: Session): () => string {
  let text = ''
  session.onUpdate(({ sessionUpdate, ...update }) => {
    const content = 'content' in update ? (update.content as { readonly text?: string }) : {}
    if (/^(user|agent)_message_chunk$/.test(sessionUpdate)) text += content.text
  })
  return () => text
}
