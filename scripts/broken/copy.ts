/** A scratch copy of the project in which things may be broken. Knows files and commands; knows no row. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Change } from './row.js'
import { TestBed } from './test-bed.js'

const PATIENCE_MILLISECONDS = 180_000
const OWN_SCOPE = '@parley'

/** Compiles and packs, also where the types are wrong. Incremental, so cheap. */
const BUILD: readonly string[] = [
  'sh',
  '-c',
  'node_modules/.bin/tsc -b sdk scout cli examples bench scripts; status=$?; node scripts/dist/pack.js && exit $status',
]

/** What others bring, and copies that another tool is at work in. */
const LEFT_OUT = /node_modules\/|^\.build\/mutation\//

const list = (root: string, ...rest: string[]): string[] =>
  execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard', ...rest], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\0')
    .filter(path => path !== '' && !LEFT_OUT.test(path) && existsSync(join(root, path)))

/** What git would keep. */
export const listKept = (root: string): string[] => list(root, '--cached')

/** With what is built too the copy's first build has nothing to do. */
const listBuilt = (root: string): string[] =>
  list(root, '--ignored', '--', ':(glob)*/dist/**', ':(glob)*/lib/**', ':(glob).build/**')

/** Links every installed package, but gives the workspaces' own names to the copy, not to the original. */
const linkPackages = (root: string, folder: string): void => {
  const [from, to] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(to, OWN_SCOPE), { recursive: true })
  for (const entry of readdirSync(from))
    if (entry !== OWN_SCOPE && entry !== '.vite' && entry !== '.cache')
      symlinkSync(join(from, entry), join(to, entry))
  for (const entry of readdirSync(join(from, OWN_SCOPE)))
    symlinkSync(readlinkSync(join(from, OWN_SCOPE, entry)), join(to, OWN_SCOPE, entry))
  // Where another version stands above, a workspace has packages of its own.
  for (const entry of readdirSync(join(from, OWN_SCOPE))) {
    const own = join(readlinkSync(join(from, OWN_SCOPE, entry)).replace(/^(?:\.\.\/)+/, ''), 'node_modules')
    if (existsSync(join(root, own))) symlinkSync(join(root, own), join(folder, own))
  }
}

export interface Outcome {
  readonly failed: boolean
  readonly output: string
}

export class Copy implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), 'parley-broken-'))
  readonly tests = new TestBed(this.folder)
  #isStale = false

  constructor(root: string) {
    for (const path of [...listKept(root), ...listBuilt(root)])
      cpSync(join(root, path), join(this.folder, path), { preserveTimestamps: true })
    linkPackages(root, this.folder)
  }

  /** Compiled also where the types are wrong: a row asks what its check says, not what the compiler says. */
  async build(): Promise<void> {
    await this.run(BUILD)
    this.tests.restart()
    this.#isStale = false
  }

  /** What was built no longer fits the sources. It is built anew when somebody needs it. */
  spoil(): void {
    this.#isStale = true
  }

  async freshen(): Promise<void> {
    if (this.#isStale) await this.build()
  }

  /** Applies the changes and returns what undoes them. Throws where a change no longer fits the file. */
  change(changes: readonly Change[]): () => void {
    const undo: (() => void)[] = []
    for (const change of changes) {
      const path = resolve(this.folder, change.file)
      const before = existsSync(path) ? readFileSync(path) : undefined
      const text = 'content' in change ? change.content : this.#replace(change, before?.toString() ?? '')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      undo.unshift(() => (before ? writeFileSync(path, before) : rmSync(path)))
    }
    const files = changes.map(({ file }) => file)
    this.tests.note(files)
    return () => {
      for (const step of undo) step()
      this.tests.note(files)
    }
  }

  #replace({ file, find, replace }: Extract<Change, { find: string }>, text: string): string {
    const places = text.split(find).length - 1
    if (places !== 1) throw new Error(`${file}: the text to break stands there ${places} times, not once`)
    return text.replace(find, () => replace)
  }

  async run(command: readonly string[]): Promise<Outcome> {
    const [program = '', ...rest] = command
    // A group of its own: a test that hangs leaves grandchildren, and they go with it.
    const child = spawn(program, rest, {
      cwd: this.folder,
      detached: true,
      env: { ...process.env, CI: 'true', NO_COLOR: '1' },
    })
    return new Promise((settle, reject) => {
      let output = ''
      const timer = setTimeout(() => killGroup(child), PATIENCE_MILLISECONDS)
      const hear = (chunk: Buffer) => {
        output += chunk.toString()
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
      child.on('error', reject)
      child.on('close', code => {
        clearTimeout(timer)
        settle({ failed: code !== 0, output })
      })
    })
  }

  [Symbol.dispose](): void {
    this.tests[Symbol.dispose]()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

const killGroup = ({ pid }: ChildProcess): void => {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL')
}
