/** Messages made to exhaust a reader: deep, crowded, long. Each is a whole payload. */
import type { Random } from './random.js'

const LIMIT_BYTES = 32 * 1024 * 1024
const DEPTHS = [120, 127, 128, 129, 200, 5_000, 20_000, 100_000]
const CROWDS = [1_000, 50_000, 200_000]

/** A text nested to some depth: on its own, in the params of a call, or where an id belongs. */
export function nested(random: Random, id: string): string {
  const depth = random.pick(DEPTHS)
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
    ['{"__proto__":', '}'],
  ] as const)
  const times = Math.ceil(depth / (open.match(/[[{]/g)?.length ?? 1))
  const tower = `${open.repeat(times)}1${close.repeat(times)}`
  return random.pick([
    tower,
    `${open.repeat(times)}`,
    `{"jsonrpc":"2.0","id":"${id}","method":"session/new","params":${tower}}`,
    `{"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"x","prompt":${tower}}}`,
    `{"jsonrpc":"2.0","id":${tower},"method":"session/new","params":{}}`,
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"x","update":${tower}}}`,
    `{"jsonrpc":"2.0","id":"${id}","method":${tower}}`,
    `{"jsonrpc":"2.0","id":12345678,"result":${tower}}`,
    `{"jsonrpc":"2.0","id":12345678,"error":{"code":1,"message":"x","data":${tower}}}`,
  ])
}

/** A text with very many items. */
export function crowded(random: Random, id: string): string {
  const crowd = random.pick(CROWDS)
  const items = random.pick([
    () => `[${Array.from({ length: crowd }, () => '0').join()}]`,
    () => `[${Array.from({ length: crowd }, () => '{}').join()}]`,
    () => `{${Array.from({ length: crowd }, (_, index) => `"k${index}":1`).join()}}`,
    () => `[${Array.from({ length: crowd }, () => '""').join(' , ')}]`,
  ])()
  return random.pick([
    items,
    `{"jsonrpc":"2.0","id":"${id}","method":"session/new","params":${items}}`,
    `{"jsonrpc":"2.0","id":"${id}","method":"session/new","params":{"cwd":"/x","mcpServers":${items}}}`,
    `{"jsonrpc":"2.0","id":"${id}","method":"session/prompt","params":{"sessionId":"x","prompt":${items}}}`,
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"x","update":${items}}}`,
  ])
}

/** A line beyond the limit, or a long one within it. */
export function long(random: Random, id: string): Buffer {
  // A message within the limit is held several times over while it is read, so the largest of them would take
  // more memory than the run allows: those that are to be kept stay well below it.
  const length = random.pick([1 << 20, 8 << 20, LIMIT_BYTES + 1, LIMIT_BYTES + (3 << 20)])
  const start = random.pick([
    `{"jsonrpc":"2.0","id":"${id}","method":"session/new","params":{"cwd":"`,
    `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"x","update":"`,
    `"`,
    '',
  ])
  const filling = random.pick(['a', 'é', '\\n', ' ', '€'])
  return Buffer.concat([Buffer.from(start), Buffer.alloc(length, filling), Buffer.from('"}}')])
}
