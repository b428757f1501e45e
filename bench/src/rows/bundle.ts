/** `bundle-gz`: the minimal agent bundled, minified and gzipped. Chunks that load only on demand are not counted. */
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { programFile } from '../measure/program.js'
import type { Row } from './row.js'

export const bundle: Row = {
  id: 'bundle-gz',
  figures: [
    { id: 'bundle-gz', unit: 'bytes', better: 'less' },
    { id: 'bundle-gz-on-demand', unit: 'bytes', better: 'less' },
  ],
  // The same every time.
  mostRuns: 1,
  async measure(contestant) {
    const chunks = await bundleChunks(programFile(contestant, 'minimal-agent'))
    const atStart = loadedAtStart(chunks)
    const onDemand = chunks.filter(chunk => !atStart.has(chunk))
    return { 'bundle-gz': gzippedBytes([...atStart]), 'bundle-gz-on-demand': gzippedBytes(onDemand) }
  },
}

async function bundleChunks(input: string): Promise<readonly OutputChunk[]> {
  const build = await rolldown({ input, platform: 'node', logLevel: 'silent' })
  try {
    const { output } = await build.generate({ format: 'esm', minify: true, sourcemap: false })
    return output.filter(file => file.type === 'chunk')
  } finally {
    await build.close()
  }
}

/** The entry and every chunk it imports statically, directly or not. */
function loadedAtStart(chunks: readonly OutputChunk[]): ReadonlySet<OutputChunk> {
  const reached = new Set<OutputChunk>()
  const reach = (chunk: OutputChunk | undefined): void => {
    if (chunk === undefined || reached.has(chunk)) return
    reached.add(chunk)
    for (const name of chunk.imports) reach(chunks.find(candidate => candidate.fileName === name))
  }
  reach(chunks.find(chunk => chunk.isEntry))
  return reached
}

function gzippedBytes(chunks: readonly OutputChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + gzipSync(chunk.code, { level: 9 }).length, 0)
}
