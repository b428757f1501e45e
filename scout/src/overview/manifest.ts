/** What a project says of itself in the files that its tools read: its name, its purpose, and the commands it is worked with. */

/** What is known of a project from one such file. */
export interface Manifest {
  readonly file: string
  /** The kind of project, such as "Node package". */
  readonly kind: string
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly description?: string | undefined
  /** More that is worth a line, such as "12 dependencies". */
  readonly facts: readonly string[]
  /** The commands it is worked with, by what they are for. */
  readonly tasks: Readonly<Record<string, string>>
}

/** Reads a file of the project; nothing when there is none. */
export type ReadText = (path: string) => Promise<string | undefined>

type Reader = (text: string, read: ReadText) => Promise<Omit<Manifest, 'file'>> | Omit<Manifest, 'file'>

const READERS: Readonly<Record<string, Reader>> = {
  'package.json': readPackage,
  'pyproject.toml': readPython,
  'Cargo.toml': readCargo,
  'go.mod': readGo,
  Makefile: readMakefile,
}

/** Every such file at the top of the project. One that cannot be understood is left out. */
export async function findManifests(read: ReadText): Promise<readonly Manifest[]> {
  const found: Manifest[] = []
  for (const [file, reader] of Object.entries(READERS)) {
    const text = await read(file)
    if (text === undefined) continue
    try {
      found.push({ file, ...(await reader(text, read)) })
    } catch {
      found.push({ file, kind: 'Unreadable', facts: ['it could not be understood'], tasks: {} })
    }
  }
  return found
}

async function readPackage(text: string, read: ReadText): Promise<Omit<Manifest, 'file'>> {
  const json: unknown = JSON.parse(text)
  const manifest = isRecord(json) ? json : {}
  const program = await packageProgram(manifest, read)
  const scripts = isRecord(manifest.scripts) ? Object.keys(manifest.scripts) : []
  return {
    kind: 'Node package',
    ...labels(manifest),
    facts: [
      ...count(manifest.dependencies, 'dependency', 'dependencies'),
      ...count(manifest.devDependencies, 'development dependency', 'development dependencies'),
      ...(manifest.workspaces === undefined ? [] : ['has workspaces']),
    ],
    tasks: Object.fromEntries(scripts.map(name => [name, toScriptCall(program, name)])),
  }
}

const LOCKS: readonly (readonly [string, string])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
]

async function packageProgram(manifest: Readonly<Record<string, unknown>>, read: ReadText): Promise<string> {
  const named = /^(npm|pnpm|yarn|bun)@/.exec(`${manifest.packageManager ?? ''}`)?.[1]
  if (named !== undefined) return named
  for (const [lock, program] of LOCKS) if ((await read(lock)) !== undefined) return program
  return 'npm'
}

function toScriptCall(program: string, name: string): string {
  return program === 'npm' && (name === 'test' || name === 'start') ? `npm ${name}` : `${program} run ${name}`
}

function readPython(text: string): Omit<Manifest, 'file'> {
  const section = sectionOf(text, 'project') || sectionOf(text, 'tool.poetry')
  const usesPytest = /pytest/.test(text)
  return {
    kind: 'Python project',
    ...tomlLabels(section),
    facts:
      stringIn(section, 'requires-python') === undefined
        ? []
        : [`Python ${stringIn(section, 'requires-python')}`],
    tasks: { test: usesPytest ? 'python3 -m pytest' : 'python3 -m unittest' },
  }
}

function readCargo(text: string): Omit<Manifest, 'file'> {
  const section = sectionOf(text, 'package')
  return {
    kind: section === '' ? 'Rust workspace' : 'Rust crate',
    ...tomlLabels(section),
    facts: stringIn(section, 'edition') === undefined ? [] : [`edition ${stringIn(section, 'edition')}`],
    tasks: {
      test: 'cargo test',
      build: 'cargo build',
      run: 'cargo run',
      lint: 'cargo clippy',
      format: 'cargo fmt',
    },
  }
}

function readGo(text: string): Omit<Manifest, 'file'> {
  const go = /^go\s+(\S+)/m.exec(text)?.[1]
  return {
    kind: 'Go module',
    name: /^module\s+(\S+)/m.exec(text)?.[1],
    facts: go === undefined ? [] : [`Go ${go}`],
    tasks: { test: 'go test ./...', build: 'go build ./...', lint: 'go vet ./...', format: 'gofmt -l .' },
  }
}

function readMakefile(text: string): Omit<Manifest, 'file'> {
  const targets = [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, name = '']) => name)
  const distinct = [...new Set(targets)].slice(0, 30)
  return {
    kind: 'Makefile',
    facts: [],
    tasks: Object.fromEntries(distinct.map(name => [name, `make ${name}`])),
  }
}

function labels(of: Readonly<Record<string, unknown>>): Pick<Manifest, 'name' | 'version' | 'description'> {
  return { name: wordIn(of.name), version: wordIn(of.version), description: wordIn(of.description) }
}

function tomlLabels(section: string): Pick<Manifest, 'name' | 'version' | 'description'> {
  return {
    name: stringIn(section, 'name'),
    version: stringIn(section, 'version'),
    description: stringIn(section, 'description'),
  }
}

/** The lines of one table of a TOML file; enough to find plain strings in. */
function sectionOf(text: string, name: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex(line => line.trim() === `[${name}]`)
  if (start < 0) return ''
  const rest = lines.slice(start + 1)
  const end = rest.findIndex(line => /^\s*\[/.test(line))
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}

function stringIn(section: string, key: string): string | undefined {
  return new RegExp(`^\\s*${key}\\s*=\\s*["']([^"']*)["']`, 'm').exec(section)?.[1]
}

function count(value: unknown, one: string, many: string): readonly string[] {
  const number = isRecord(value) ? Object.keys(value).length : 0
  return number === 0 ? [] : [`${number} ${number === 1 ? one : many}`]
}

function wordIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
