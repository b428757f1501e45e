/** What every trial of a peer stands on: a home that is thrown away, the peers' own PATH, and a look at what is left. */
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { type ModelServer, serveModel } from '@parley/scout/rehearsal'

export const BIN = resolve('tools/peers/node_modules/.bin')

export interface Rig {
  readonly home: string
  readonly project: string
  readonly model: ModelServer
  /** In the surroundings of everything that is started here. */
  readonly mark: string
  readonly env: Readonly<Record<string, string>>
}

/** Does something with a home and a model of its own, and finds what it left running. */
export const withRig = async <T>(work: (rig: Rig) => Promise<T>): Promise<[T, readonly string[]]> => {
  const home = await mkdtemp(join(tmpdir(), 'parley-peer-'))
  const project = join(home, 'project')
  await mkdir(join(home, 'tmp'), { recursive: true })
  await mkdir(project, { recursive: true })
  const model = await serveModel()
  const mark = crypto.randomUUID()
  try {
    const result = await work({
      home,
      project,
      model,
      mark,
      env: { ...homely(home), PARLEY_PEER_MARK: mark },
    })
    return [result, await leftOver(mark)]
  } finally {
    await model.close()
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A home of its own, and a PATH on which the peers and their Node come first. */
export const homely = (home: string): Record<string, string> => ({
  HOME: home,
  XDG_CONFIG_HOME: join(home, '.config'),
  XDG_DATA_HOME: join(home, '.local/share'),
  XDG_STATE_HOME: join(home, '.local/state'),
  XDG_CACHE_HOME: join(home, '.cache'),
  TMPDIR: join(home, 'tmp'),
  PATH: [BIN, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter),
})

/** The processes that still carry the mark a moment after everything was closed. */
const leftOver = async (mark: string): Promise<readonly string[]> => {
  let found: readonly string[] = []
  for (let tries = 0; tries < 50; tries++) {
    found = await marked(mark)
    if (found.length === 0) return found
    await new Promise(wait => setTimeout(wait, 100))
  }
  return found
}

/** The processes that carry the mark now. */
export const marked = async (mark: string): Promise<readonly string[]> => {
  const pids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name))
  const traces = await Promise.all(pids.map(tracesOf))
  return pids.filter((_, index) => traces[index]?.includes(mark))
}

const tracesOf = async (pid: string): Promise<string> => {
  const read = (name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => '')
  return (await read('environ')) + (await read('cmdline'))
}
