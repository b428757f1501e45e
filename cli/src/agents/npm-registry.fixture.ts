/** A registry of npm on this machine, with packages that npm itself packed: what is installed from it is really installed. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface PackedVersion {
  readonly version: string
  readonly publishedAt: Date
  /** Serve other bytes than the sum says. */
  readonly isForged?: boolean
  /** The text of its program; the usual one is an agent. */
  readonly program?: string
  readonly bin?: object
}

const AGENT = `#!/usr/bin/env node
process.stdin.setEncoding('utf8').on('data', text => {
  for (const line of text.split('\\n').filter(Boolean)) {
    const { id } = JSON.parse(line)
    const agentInfo = { name: 'tiny', version: process.argv.slice(2).join(' ') || 'none' }
    const result = { protocolVersion: 1, agentCapabilities: {}, agentInfo, authMethods: [] }
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  }
})
`

export class NpmRegistry implements AsyncDisposable {
  readonly requests: string[] = []
  readonly #folder = mkdtempSync(join(tmpdir(), 'parley-npm-'))
  readonly #server: Server
  readonly #name: string
  readonly #versions: readonly PackedVersion[]

  private constructor(name: string, versions: readonly PackedVersion[]) {
    this.#name = name
    this.#versions = versions
    this.#server = createServer(({ url = '' }, response) => {
      this.requests.push(url)
      const tarball = /^\/tarballs\/(.+)\.tgz$/.exec(url)?.[1]
      if (tarball !== undefined) return void response.end(this.#served(tarball))
      if (decodeURIComponent(url) === `/${name}`) return void response.end(JSON.stringify(this.#document()))
      response.writeHead(404).end('{}')
    })
  }

  /** Packs all versions by one run of npm, and serves them. */
  static async open(name: string, versions: readonly PackedVersion[]): Promise<NpmRegistry> {
    const registry = new NpmRegistry(name, versions)
    await registry.#pack()
    await new Promise<void>(resolve => registry.#server.listen(0, '127.0.0.1', resolve))
    return registry
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close().closeAllConnections()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async #pack(): Promise<void> {
    const folders = this.#versions.map(({ version, program = AGENT, bin }) => {
      const folder = join(this.#folder, version)
      mkdirSync(folder)
      writeFileSync(join(folder, 'agent.js'), program)
      writeFileSync(join(folder, 'package.json'), JSON.stringify(this.#manifest(version, bin)))
      return folder
    })
    const args = ['pack', '--ignore-scripts', '--pack-destination', this.#folder, ...folders]
    await promisify(execFile)('npm', args, { cwd: this.#folder, env: { ...process.env, HOME: this.#folder } })
  }

  #manifest(version: string, bin: object = { 'tiny-agent': 'agent.js' }): object {
    // A script that must never run.
    const scripts = { postinstall: 'touch ../../../script-was-run' }
    return { name: this.#name, version, bin, scripts, type: 'commonjs' }
  }

  #tarball(version: string): Buffer {
    const name = this.#name.replace(/^@/, '').replace('/', '-')
    return readFileSync(join(this.#folder, `${name}-${version}.tgz`))
  }

  #served(version: string): Buffer {
    const isForged = this.#versions.find(each => each.version === version)?.isForged === true
    return isForged ? Buffer.concat([this.#tarball(version), Buffer.from('x')]) : this.#tarball(version)
  }

  #document(): object {
    const versions = this.#versions.map(({ version, bin }) => {
      const sum = createHash('sha512').update(this.#tarball(version)).digest('base64')
      const dist = { tarball: `${this.address}/tarballs/${version}.tgz`, integrity: `sha512-${sum}` }
      return [version, { ...this.#manifest(version, bin), dist, hasInstallScript: true }]
    })
    const times = this.#versions.map(({ version, publishedAt }) => [version, publishedAt.toISOString()])
    const latest = this.#versions.at(-1)?.version
    const time = {
      created: '2020-01-01T00:00:00.000Z',
      modified: new Date().toISOString(),
      ...Object.fromEntries(times),
    }
    return { name: this.#name, 'dist-tags': { latest }, versions: Object.fromEntries(versions), time }
  }
}
