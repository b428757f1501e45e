/**
 * Packs the compiled library into a few files for Node, which opens, reads and links every module by itself: as eighty
 * files the library takes longer to load than an agent may take to start. Bundlers take the modules as they are. Of the
 * command only the process behind `parley chat` is packed: it is what a person waits for.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type OutputChunk, RUNTIME_MODULE_ID, rolldown } from 'rolldown'

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
type Doors = Readonly<Record<string, string>>

async function findDoors(): Promise<Doors> {
  const { exports }: Manifest = JSON.parse(await readFile(join(sdk, 'package.json'), 'utf8'))
  const doors = Object.values(exports).filter(door => typeof door !== 'string')
  return Object.fromEntries(
    doors.map(door => [door.default.replace(/^\.\/lib\/(.*)\.js$/, '$1'), join(sdk, door.module)]),
  )
}

/** What Node has, and the optional peers: the program that uses them brings them along. */
function isOutside(specifier: string): boolean {
  return /^(?:node:|@modelcontextprotocol\/|@lydell\/|ws$)/.test(specifier)
}

interface Module {
  /** The modules that it cannot do without, by path. What is asked for later is not among them. */
  readonly imports: readonly string[]
  readonly exports: readonly string[]
}

/** What of each module is used at all, as if each were a file: the imports of the rest do not count. */
async function findModules(doors: Doors): Promise<ReadonlyMap<string, Module>> {
  const bundle = await rolldown({ input: doors, platform: 'neutral', external: isOutside, logLevel: 'warn' })
  const { output } = await bundle.generate({ format: 'esm', preserveModules: true })
  await bundle.close()
  const chunks = output.filter(file => file.type === 'chunk')
  const paths = new Map(
    chunks.map(({ fileName, moduleIds, facadeModuleId }) => [fileName, facadeModuleId ?? moduleIds[0] ?? '']),
  )
  return new Map(
    chunks.map(({ fileName, imports, exports }) => [
      paths.get(fileName) ?? '',
      { imports: imports.flatMap(name => paths.get(name) ?? []), exports },
    ]),
  )
}

interface Kit {
  readonly name: string
  /** The module of the door that it is behind, where there is one. */
  readonly door?: string
  readonly has: (path: string) => boolean
}

/**
 * Files by what is needed together, because each file costs time and so does all that is in it: what an agent needs to answer
 * the first request, without and with Node; what it needs from then on, and a client too; what only agents need then; what
 * comes with clients; and what comes with one of the other doors alone. What several of those need, and what else is loaded on
 * demand, stays apart. The first kit that has a module keeps it: so none needs one that comes after it.
 */
function findKits(doors: Doors, modules: ReadonlyMap<string, Module>): readonly Kit[] {
  const { agent = '', node = '', protocol = '', client = '', ...others } = doors
  const inside = (module: string): string => join(sdk, 'dist', module)
  const loadedBy = (...roots: readonly string[]): ReadonlySet<string> => {
    const loaded = new Set(roots)
    for (const path of loaded) for (const next of modules.get(path)?.imports ?? []) loaded.add(next)
    return loaded
  }
  const isOfNode = (path: string): boolean => path.startsWith(inside('node'))
  const atStart = loadedBy(agent, node)
  const agreed = loadedBy(protocol, inside('protocol/contract-v1.js'))
  const sessions = loadedBy(inside('agent/service-v1.js'))
  const clients = loadedBy(client)
  const more = Object.entries(others).map(([name, door]) => ({ name, door, loaded: loadedBy(door) }))
  const isShared = (path: string): boolean => more.filter(({ loaded }) => loaded.has(path)).length > 1
  return [
    {
      name: 'core',
      door: agent,
      has: path => path === RUNTIME_MODULE_ID || (atStart.has(path) && !isOfNode(path)),
    },
    { name: 'node-kit', door: node, has: path => atStart.has(path) },
    { name: 'protocol-kit', door: protocol, has: path => agreed.has(path) },
    { name: 'agent-kit', has: path => sessions.has(path) },
    { name: 'client-kit', door: client, has: path => clients.has(path) },
    ...more.map(({ name, door, loaded }) => ({
      name: `${name}-kit`,
      door,
      has: (path: string) => loaded.has(path) && (path === door || !isShared(path)),
    })),
  ]
}

async function packLibrary(): Promise<void> {
  const doors = await findDoors()
  const modules = await findModules(doors)
  const kits = findKits(doors, modules)
  const behindDoors = kits.flatMap(({ name, door }) => (door === undefined ? [] : [[name, door]]))
  const bundle = await rolldown({
    input: Object.fromEntries(behindDoors),
    platform: 'neutral',
    external: isOutside,
    logLevel: 'warn',
    // What other kits need of one is shown to them by the kit. The door before it shows no more than it should.
    preserveEntrySignatures: 'allow-extension',
  })
  await rm(join(sdk, 'lib'), { recursive: true, force: true })
  const { output } = await bundle.write({
    dir: join(sdk, 'lib'),
    format: 'esm',
    chunkFileNames: '[name].js',
    sourcemap: true,
    // A fifth less to read at every start; whoever follows a stack trace has the map.
    comments: false,
    codeSplitting: {
      groups: kits.map(({ name, has }) => ({ name, test: has })),
      includeDependenciesRecursively: false,
    },
  })
  await bundle.close()
  demandNoCircle(output.filter(file => file.type === 'chunk'))
  for (const [name, door] of Object.entries(doors)) {
    const kit = kits.find(each => each.door === door)
    const names = modules.get(door)?.exports.join(', ')
    await writeFile(join(sdk, 'lib', `${name}.js`), `export { ${names} } from './${kit?.name}.js'\n`)
  }
}

/** Files that need each other would run in an order that depends on who asked first. */
function demandNoCircle(chunks: readonly OutputChunk[]): void {
  const finished = new Set<string>()
  const visit = (fileName: string, way: readonly string[]): void => {
    if (finished.has(fileName)) return
    if (way.includes(fileName)) throw new Error(`packed in a circle: ${[...way, fileName].join(' → ')}`)
    const { imports = [] } = chunks.find(chunk => chunk.fileName === fileName) ?? {}
    for (const next of imports) visit(next, [...way, fileName])
    finished.add(fileName)
  }
  for (const { fileName } of chunks) visit(fileName, [])
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
