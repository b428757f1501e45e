/** Opens an address in the browser of the person: only what browsers open, by a program and never by a shell. */

import { spawn } from 'node:child_process'
import { Failure } from '../../failure.js'

const MOST_CHARACTERS = 8_192

/** Rejects where it cannot be opened; the address is what is left then. */
export async function openAddress(address: string, env: NodeJS.ProcessEnv): Promise<void> {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === undefined || !isWeb || url.href.length > MOST_CHARACTERS)
    throw new Failure('it is no address of the web')
  const [command, ...args] = process.platform === 'darwin' ? ['open'] : ['xdg-open']
  // As it was read: it begins with http, so no program takes it for a flag.
  await start(command ?? 'xdg-open', [...args, url.href], env)
}

/** Whether it could be started is known at once; whether it shows anything, only by its exit. */
function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, stdio: 'ignore', detached: true })
    const settle = setTimeout(resolve, 3_000)
    settle.unref()
    child.once('error', error => {
      clearTimeout(settle)
      reject(error)
    })
    child.once('exit', code => {
      clearTimeout(settle)
      if (code === 0) resolve()
      else reject(new Failure(`${command} ended with ${code}`))
    })
    child.unref()
  })
}
