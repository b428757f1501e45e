/** From a command to the program it means, and to the PATH on which that program finds its own interpreter. */

import type { Environment } from '../environment.js'
import { findIn, judge } from './candidate.js'
import { LaunchError } from './launch-error.js'
import { foreignSystem, headOf, type Interpreter, interpreterOf, loaderOf } from './program-file.js'
import { notRunnable, type Program, type SearchOptions, searchProgram } from './search.js'
import { foldersOf, pathsOf, type Surroundings, surroundings, unique, variable } from './surroundings.js'

/** For whom a program is looked for. */
export interface FindOptions extends SearchOptions {
  /** Variables the program will have, over our own. */
  readonly env?: Environment | undefined
  /** The directory it will run in: a relative command is meant from there. */
  readonly cwd?: string | undefined
}

/** Finds the program, or rejects with a `LaunchError`. A script is found only together with its interpreter. */
export async function findProgram(command: string, options: FindOptions): Promise<Program> {
  const where = surroundings(options)
  if (command.trim() === '' || command.includes('\0'))
    throw new LaunchError('not_found', {
      what: 'cannot start an agent without a command.',
      cure: 'name one.',
    })
  const isGiven = isPlace(command, where)
  const found = isGiven ? await asGiven(command, where) : await searchProgram(command, where, options)
  return where.platform === 'win32' ? found : withInterpreter(found, { where, options, isGiven })
}

function isPlace(command: string, { platform }: Surroundings): boolean {
  return command.includes('/') || (platform === 'win32' && command.includes('\\'))
}

async function asGiven(command: string, where: Surroundings): Promise<Program> {
  const paths = pathsOf(where)
  const file = paths.resolve(
    where.cwd,
    command.replace(/^~(?=[/\\])/, () => where.home),
  )
  const candidate =
    where.platform === 'win32'
      ? await findIn(paths.dirname(file), paths.basename(file), where)
      : await judge(file)
  if (candidate === undefined)
    throw new LaunchError('not_found', {
      what: `cannot start "${command}": there is no file ${file}.`,
      cure: 'correct the path, or install the agent; a relative path is meant from the working directory.',
    })
  if (candidate.flaw !== undefined) throw notRunnable(command, candidate)
  return { file: candidate.file, from: 'the path given', path: variable(where, 'PATH') ?? '', looked: [] }
}

interface Asked {
  readonly where: Surroundings
  readonly options: SearchOptions
  /** The command was a place and no name. */
  readonly isGiven: boolean
}

async function withInterpreter(program: Program, asked: Asked): Promise<Program> {
  const { where } = asked
  // A program that may be run but not read keeps its secrets; it is started and seen to.
  const head = await headOf(program.file).catch(() => new Uint8Array())
  await demandSystem(program.file, head, where)
  const interpreter = interpreterOf(head)
  if (interpreter === undefined) return program
  if (interpreter.name.endsWith('\r')) throw withWindowsLines(program.file)
  if (!interpreter.isOnPath) return demandInterpreter(program, interpreter)
  const folder = await folderOfInterpreter(program, interpreter.name, asked)
  if (folder === undefined) return program
  const { delimiter } = pathsOf(where)
  return { ...program, path: unique([folder, ...foldersOf(program.path, where)]).join(delimiter) }
}

/** The folder to put in front of PATH; nothing where PATH will do. */
async function folderOfInterpreter(
  program: Program,
  name: string,
  { where, options, isGiven }: Asked,
): Promise<string | undefined> {
  const { dirname } = pathsOf(where)
  const hasIt = async (folder: string): Promise<boolean> => {
    const candidate = await findIn(folder, name, where)
    return candidate !== undefined && candidate.flaw === undefined
  }
  // The one beside it is the one it was installed with, whatever PATH says.
  const beside = dirname(program.file)
  if (isGiven && (await hasIt(beside))) return beside
  for (const folder of foldersOf(program.path, where)) if (await hasIt(folder)) return undefined
  try {
    return dirname((await searchProgram(name, where, options)).file)
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    const what = `cannot start ${program.file}: it is a script for "${name}", and no such program was found.`
    const cure = `install ${name}, or put the folder that holds it on PATH.`
    throw new LaunchError('no_interpreter', { what, cure, looked: error.looked }, { cause: error })
  }
}

async function demandInterpreter(program: Program, { name }: Interpreter): Promise<Program> {
  const candidate = await judge(name)
  if (candidate !== undefined && candidate.flaw === undefined) return program
  throw new LaunchError('no_interpreter', {
    what: `cannot start ${program.file}: it is a script for ${name}, which ${candidate?.flaw ?? 'is not there'}.`,
    cure: `install it there, or change the first line of the script to \`#!/usr/bin/env\` and the interpreter's name.`,
  })
}

function withWindowsLines(file: string): LaunchError {
  return new LaunchError('no_interpreter', {
    what: `cannot start ${file}: its first line ends as lines do on Windows, so its interpreter is not found.`,
    cure: `convert its line ends (\`sed -i 's/\\r$//' ${file}\`), or install it again.`,
  })
}

async function demandSystem(file: string, head: Uint8Array, { platform }: Surroundings): Promise<void> {
  const foreign = foreignSystem(head, { platform, arch: process.arch })
  if (foreign !== undefined && !(await hasEmulator()))
    throw new LaunchError('wrong_system', {
      what: `cannot start ${file}: it was built for ${foreign}, and this is ${platform} on ${process.arch}.`,
      cure: 'install the build for this system.',
    })
  const loader = loaderOf(head)
  if (platform === 'linux' && loader !== undefined && (await judge(loader)) === undefined)
    throw new LaunchError('wrong_system', {
      what: `cannot start ${file}: it needs ${loader}, which is not there; it was built for another kind of Linux.`,
      cure: loader.includes('musl')
        ? 'install the build for glibc, or the package `musl`.'
        : 'install the build for musl, or the package that holds that file.',
    })
}

/** Where the kernel hands foreign binaries to somebody who understands them, they are not foreign. */
async function hasEmulator(): Promise<boolean> {
  const { readdir } = process.getBuiltinModule('node:fs/promises')
  const names = await readdir('/proc/sys/fs/binfmt_misc').catch(() => [])
  return names.some(name => /qemu|WSL|rosetta|box64|FEX|wine/i.test(name))
}
