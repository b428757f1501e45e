/** The map as a table: which rooms exist, on which floor, and what each may import. Adding a room is adding a row. */

interface RoomRow {
  readonly floor: number
  /** The rooms (or `room/file`) it may import. Absent: any room on a lower floor. */
  readonly imports?: readonly string[]
  /** Of these it may import types only. */
  readonly typesOf?: readonly string[]
  /** Outside packages this one room may name: optional peers of the library. */
  readonly outside?: readonly string[]
}

// The words of floor 0 (a channel, a shape) are every kit's vocabulary, so `agent` and `client` may name them too.
const ROOMS: Readonly<Record<string, RoomRow>> = {
  text: { floor: 0, imports: [] },
  jsonrpc: { floor: 0, imports: [] },
  schema: { floor: 0, imports: [] },
  protocol: { floor: 1, imports: ['text', 'jsonrpc', 'schema'] },
  thread: { floor: 1, imports: ['text', 'schema'], typesOf: ['schema'] },
  store: { floor: 1, imports: ['schema'], typesOf: ['schema'] },
  guard: { floor: 1, imports: ['text', 'schema'], typesOf: ['schema'] },
  agent: { floor: 2, imports: ['text', 'jsonrpc', 'schema', 'protocol', 'store', 'thread'] },
  client: { floor: 2, imports: ['text', 'jsonrpc', 'schema', 'protocol', 'thread', 'guard'] },
  transport: { floor: 2, imports: ['jsonrpc', 'protocol/scope', 'protocol/remote', 'protocol/error'] },
  inspect: { floor: 2, imports: ['text', 'jsonrpc', 'schema', 'protocol', 'thread', 'guard'] },
  proxy: { floor: 2 },
  dialect: { floor: 2 },
  node: { floor: 3, outside: ['@lydell/node-pty', 'ws'] },
  mcp: { floor: 4, outside: ['@modelcontextprotocol/client'] },
  testing: { floor: 4 },
}

// The front door stands above every room, yet stays browser-safe.
const FRONT_DOOR: RoomRow = {
  floor: 5,
  imports: Object.keys(ROOMS).filter(room => room !== 'node' && room !== 'mcp'),
}

/** Folders whose code may reach the library only through its doors. */
const PRODUCTS = ['scout', 'cli', 'workbench', 'gateway', 'conformance', 'examples', 'bench']

/** The rooms of a product that has several, from the ground up: each looks down only. */
const STOREYS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['config', 'guard', 'hub', 'workspace', 'lending', 'upstream', 'seat', 'serving', 'page'],
  workbench: [
    ...['text', 'parts', 'state', 'link', 'terminals', 'changes', 'files', 'conversation', 'composer'],
    ...['questions', 'sessions', 'protocol', 'shell'],
  ],
}

/** Root folders that are neither the library nor a product. */
const GROUNDS = ['sdk', 'scripts', 'docs', 'tools']

const SOURCE_FOLDER = 'sdk/src/'

/** The room a file stands in; '' for the front door; undefined outside the library. */
export const roomOf = (path: string): string | undefined => {
  if (!path.startsWith(SOURCE_FOLDER)) return undefined
  const [room = '', ...rest] = path.slice(SOURCE_FOLDER.length).split('/')
  return rest.length > 0 ? room : ''
}

export const rowOf = (room: string): RoomRow | undefined => (room === '' ? FRONT_DOOR : ROOMS[room])

export const productOf = (path: string): string | undefined =>
  PRODUCTS.find(product => path.startsWith(`${product}/`))

/** How high in its product the room of a file is; nothing where the product has no storeys, or the file no room. */
export const storeyOf = (path: string): number | undefined => {
  const [product = '', source, room = ''] = path.split('/')
  const storey = source === 'src' ? (STOREYS[product]?.indexOf(room) ?? -1) : -1
  return storey < 0 ? undefined : storey
}

export const isKnownRoot = (folder: string): boolean =>
  folder.startsWith('.') || GROUNDS.includes(folder) || PRODUCTS.includes(folder)
