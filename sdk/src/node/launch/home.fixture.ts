/** A person's home on a machine of its own: programs where installers put them, profiles, and nothing else on PATH. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect } from 'vitest'
import type { LaunchOptions } from './launch-agent.js'
import { LaunchError } from './launch-error.js'

/** A folder for programs that holds what scripts and shells need and no Node. */
export interface Home {
  readonly folder: string
  /** Variables of a program that was started from a desktop: a bare PATH, and a mark to find what is left over. */
  readonly env: Record<string, string>
  readonly options: LaunchOptions
  path(...names: string[]): string
  write(name: string, text: string, mode?: number): string
  /** A program that is an agent: it tells which Node runs it and what PATH it has. */
  agent(name: string): string
  /** The Node we run on, linked under that name. */
  node(name: string): string
  remove(): void
}

const AGENT = `#!/usr/bin/env node
process.stdin.setEncoding('utf8').on('data', text => {
  for (const line of text.split('\\n').filter(Boolean)) {
    const { id } = JSON.parse(line)
    const agentInfo = { name: process.argv0, version: process.env.PATH }
    const result = { protocolVersion: 1, agentCapabilities: {}, agentInfo, authMethods: [] }
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
  }
})
`

export function makeHome(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'parley-home-'))
  const path = (...names: string[]): string => join(folder, ...names)
  const write = (name: string, text: string, mode = 0o644): string => {
    mkdirSync(dirname(path(name)), { recursive: true })
    writeFileSync(path(name), text)
    chmodSync(path(name), mode)
    return path(name)
  }
  mkdirSync(path('bare'), { recursive: true })
  mkdirSync(path('project'), { recursive: true })
  const env = {
    PATH: path('bare'),
    HOME: folder,
    SHELL: '/bin/bash',
    PARLEY_TEST_MARK: globalThis.crypto.randomUUID(),
    // Whatever manages the Node of this test run is not this person's.
    ...blank('NVM_DIR FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME XDG_DATA_HOME PNPM_HOME N_PREFIX BUN_INSTALL'),
    ...blank('MISE_DATA_DIR ASDF_DATA_DIR NPM_CONFIG_PREFIX npm_config_prefix HOMEBREW_PREFIX BASH_ENV ENV'),
  }
  return {
    folder,
    env,
    options: { env, cwd: path('project'), patience: 100, shellDeadline: 15_000 },
    path,
    write,
    agent: name => write(name, AGENT, 0o755),
    node(name) {
      mkdirSync(dirname(path(name)), { recursive: true })
      symlinkSync(process.execPath, path(name))
      return path(name)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function blank(names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map(name => [name, '']))
}

/** The processes that carry the home's mark, once those that are ending have ended. */
export async function leftOver({ env }: Home): Promise<readonly number[]> {
  let found = marked(env.PARLEY_TEST_MARK ?? '')
  for (let tries = 0; tries < 100 && found.length > 0; tries++) {
    await new Promise(resolve => setTimeout(resolve, 20))
    found = marked(env.PARLEY_TEST_MARK ?? '')
  }
  return found
}

export function marked(mark: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .filter(name => {
      try {
        return readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** A home for each test of a file, after which no process of it may be left. */
export function homeForEach(): { readonly home: Home } {
  let home: Home | undefined
  beforeEach(() => {
    home = makeHome()
  })
  afterEach(async () => {
    if (home === undefined) return
    expect(await leftOver(home)).toEqual([])
    home.remove()
  })
  return {
    get home() {
      if (home === undefined) throw new Error('there is a home only while a test runs')
      return home
    },
  }
}

/** The error with which a start fails. */
export async function failureOf(work: Promise<unknown>): Promise<LaunchError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(LaunchError)
  return error as LaunchError
}
