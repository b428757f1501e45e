/** A page as a build leaves it, with what must never be served around it and in it, and a gateway that serves it. */

import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { GatewayConfig } from '../config/config.js'
import { type Opened, openGateway } from '../serving/gate.fixture.js'

export const INDEX = '<!doctype html><script type="module" src="/assets/index-AbCd1234.js"></script>'
export const SCRIPT = `console.log('${'parley '.repeat(500)}')`
export const SECRET = 'nobody may read this'
export const ASSET = '/assets/index-AbCd1234.js'

/** `FOLDER/page` is the page; beside it lies a secret, and links in the page lead there. */
export async function makePage(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-page-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const page = join(folder, 'page')
  await mkdir(join(page, 'assets'), { recursive: true })
  await mkdir(join(folder, 'outside'))
  await writeFile(join(folder, 'outside/secret.js'), SECRET)
  await writeFile(join(page, 'index.html'), INDEX)
  await writeFile(join(page, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(page, ASSET), SCRIPT)
  await writeFile(join(page, '.hidden.js'), SECRET)
  await writeFile(join(page, 'notes.txt'), SECRET)
  await symlink('../outside/secret.js', join(page, 'link.js'))
  await symlink('../../outside', join(page, 'assets/outside'))
  return page
}

export async function openPage(more: Partial<GatewayConfig> = {}): Promise<Opened> {
  const page = await makePage()
  return await openGateway(more, () => ({ page }))
}

export interface Got {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A request to the page, its path sent as it is. */
export function get(
  { gateway: { port } }: Pick<Opened, 'gateway'>,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Got> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port, path, method, headers, agent: false },
      response => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(pieces),
          }),
        )
      },
    )
    request.on('error', reject)
    request.end()
  })
}

/** What comes back for bytes that no client of Node would send. */
export function say({ gateway: { port } }: Opened, target: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let heard = ''
    socket.setEncoding('utf8').on('data', piece => (heard += piece))
    socket.on('close', () => resolve(heard)).on('error', reject)
    socket.write(`GET ${target} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: close\r\n\r\n`)
  })
}
