/** A flood that is sent to one gateway, by a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Served } from './served.js'

/** What the culprit has been told so far. */
export type Told = () => string

const FLOODER = fileURLToPath(new URL('./flooder.js', import.meta.url))

/** Goes on for as long as the work takes. Resolves to what the culprit was told. */
export async function attack(
  { url, folder, tokens }: Served,
  { name, share }: { readonly name: string; readonly share: number },
  work: (told: Told) => Promise<void>,
): Promise<string> {
  const aim = JSON.stringify({ url, folder, token: tokens.culprit, share })
  const child = spawn(process.execPath, [FLOODER, name, aim], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let last: readonly (readonly [string, number])[] = []
  createInterface(child.stdout).on('line', line => {
    last = JSON.parse(line)
  })
  const told: Told = () => last.map(([word, times]) => `${word} (${times})`).join(', ')
  await work(told)
  child.stdin.end()
  const [code] = await exited
  if (code !== 0) throw new Error(`the flood ${name} ended by itself`)
  return told()
}
