/**
 * Packs the compiled library into a few files for Node, which opens, reads and links every module by itself: as eighty
 * files the library takes longer to load than an agent may take to start. Bundlers take the modules as they are. Of the
 * command only the process behind `parley chat` is packed: it is what a person waits for.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const sdk = join(import.meta.dirname, '../../sdk')
const cli = join(import.meta.dirname, '../../cli')

interface Door {
  /** The compiled module, for bundlers. */
  readonly module: string
  /** The packed file, for Node. */
  readonly default: string
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Door>>
}

/** By the name of its packed file, the module that each door is made of. */
async function findDoors(): Promise<Record<string, string>> {
  const { exports }: Manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
  const doors = Object.values(exports).filter(door => typeof door !== 'string')
  return Object.fromEntries(
    doors.map(door => [door.default.replace(/^\.\/lib\/(.*)\.js$/, '$1'), join(sdk, door.module)]),
  )
}

// What everybody needs is one file, what only clients need another, and what comes with the room for Node a third: an
// agent starts sooner. What is loaded on demand stays apart: the later version, the unstable parts, the host's.
const CORE = /\/(?:text|jsonrpc|schema|protocol|transport|agent)\//
const CLIENT = /\/client\/(?!index)/
const NODE =
  /\/node\/(?:spawn-agent|journal\/state-folder|files\/boundary|launch\/launch-error|network|processes\/program-pipes)\.js$/
const ON_DEMAND =
  /v2|unstable|elicitation|initialize|terminals|facts|jsonrpc\/relay|transport\/(?:index|http-|remote|sse|websocket)/

const among =
  (rooms: RegExp) =>
  (path: string): boolean => {
    const inside = path.slice(sdk.length)
    return rooms.test(inside) && !ON_DEMAND.test(inside)
  }

/** What Node has, and the optional peers: the program that uses them brings them along. */
function isOutside(specifier: string): boolean {
  return /^(?:node:|@modelcontextprotocol\/|@lydell\/|ws$)/.test(specifier)
}

async function packLibrary(): Promise<void> {
  const input = await findDoors()
  const bundle = await rolldown({ input, platform: 'neutral', external: isOutside, logLevel: 'warn' })
  await rm(join(sdk, 'lib'), { recursive: true, force: true })
  await bundle.write({
    dir: join(sdk, 'lib'),
    format: 'esm',
    chunkFileNames: '[name].js',
    sourcemap: true,
    codeSplitting: {
      groups: [
        { name: 'core', test: among(CORE) },
        { name: 'client-kit', test: among(CLIENT) },
        { name: 'node-kit', test: among(NODE) },
      ],
    },
  })
  await bundle.close()
}

/** What is loaded behind the first picture stays apart; packages stay packages. */
async function packWorker(): Promise<void> {
  const input = { 'chat-worker': join(cli, 'dist/chat/worker/main.js') }
  const external = (specifier: string): boolean => !/^[./]/.test(specifier)
  const bundle = await rolldown({ input, platform: 'node', external, logLevel: 'warn' })
  await rm(join(cli, 'lib'), { recursive: true, force: true })
  await bundle.write({ dir: join(cli, 'lib'), format: 'esm', chunkFileNames: '[name].js', sourcemap: true })
  await bundle.close()
}

await packLibrary()
await packWorker()
