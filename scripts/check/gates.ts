/** The static gates, in the order they run: what builds comes before what reads the build. */

export interface Gate {
  readonly name: string
  readonly run: readonly string[]
}

const tool = (name: string, ...rest: string[]): string[] => [`node_modules/.bin/${name}`, ...rest]
const script = (name: string, ...rest: string[]): string[] => ['node', `scripts/dist/${name}.js`, ...rest]

export const GATES: readonly Gate[] = [
  { name: 'format', run: tool('biome', 'format') },
  { name: 'lint', run: tool('biome', 'check', '--formatter-enabled=false', '--error-on-warnings') },
  { name: 'types', run: tool('tsc', '-b') },
  { name: 'map', run: script('map') },
  { name: 'schema', run: script('schema', '--check') },
  { name: 'docs', run: script('docs', '--check') },
  { name: 'seeds', run: script('seeds') },
  { name: 'knip', run: tool('knip', '--no-progress') },
  { name: 'publint', run: tool('publint', 'run', 'sdk', '--strict') },
  { name: 'lock', run: script('lock') },
]
