/** Holds every file of a project against every law. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXCEPTIONS, type Exception } from './exceptions.js'
import { isSource, listFiles } from './files.js'
import { type Flaw, lineOf, type SourceLaw, type TextLaw, type TreeLaw } from './law.js'
import { doorsLaw, floorsLaw, roomsLaw, storeysLaw } from './laws/boundaries.js'
import { machinePathsLaw, namesLaw, openingLaw, sizeLaw } from './laws/form.js'
import { nestingLaw } from './laws/nesting.js'
import { asAnyLaw, defaultExportLaw, usingLaw, versionsLaw } from './laws/syntax.js'
import {
  consoleLaw,
  errorCodesLaw,
  nodeWordsLaw,
  pureThreadLaw,
  rpcWordsLaw,
  transportMethodsLaw,
} from './laws/words.js'
import { readSource } from './source.js'

const SOURCE_LAWS: readonly SourceLaw[] = [
  floorsLaw,
  doorsLaw,
  storeysLaw,
  rpcWordsLaw,
  pureThreadLaw,
  transportMethodsLaw,
  nodeWordsLaw,
  errorCodesLaw,
  consoleLaw,
  versionsLaw,
  usingLaw,
  asAnyLaw,
  defaultExportLaw,
  nestingLaw,
  openingLaw,
]
const TEXT_LAWS: readonly TextLaw[] = [sizeLaw, machinePathsLaw]
const TREE_LAWS: readonly TreeLaw[] = [roomsLaw, namesLaw]

/** The name under which an exception that excuses nothing is reported. */
const EXCEPTIONS_LAW = 'exceptions'

export const LAW_NAMES: readonly string[] = [
  ...[...SOURCE_LAWS, ...TEXT_LAWS, ...TREE_LAWS].map(law => law.name),
  EXCEPTIONS_LAW,
]

const surveySource = (root: string, path: string): Flaw[] => {
  const laws = SOURCE_LAWS.filter(law => law.covers(path))
  if (laws.length === 0) return []
  const source = readSource(root, path)
  return laws.flatMap(law =>
    law.check(source).map(({ at, says }) => ({ law: law.name, path, line: lineOf(source.text, at), says })),
  )
}

const surveyText = (root: string, path: string): Flaw[] => {
  const laws = TEXT_LAWS.filter(law => law.covers(path))
  if (laws.length === 0) return []
  const text = readFileSync(join(root, path), 'utf8')
  return laws.flatMap(law =>
    law.read(text, path).map(({ at, says }) => ({ law: law.name, path, line: lineOf(text, at), says })),
  )
}

const excuse = (flaws: readonly Flaw[], exceptions: readonly Exception[]): Flaw[] => {
  const isExcused = (flaw: Flaw) => exceptions.some(({ law, path }) => law === flaw.law && path === flaw.path)
  const idle = exceptions.filter(
    ({ law, path }) => !flaws.some(flaw => flaw.law === law && flaw.path === path),
  )
  return [
    ...flaws.filter(flaw => !isExcused(flaw)),
    ...idle.map(({ law, path }) => ({
      law: EXCEPTIONS_LAW,
      path,
      line: 1,
      says: `needs no exception from ${law}`,
    })),
  ]
}

/** Every flaw under `root`, and how many files were read. */
export const survey = (
  root: string,
  exceptions = EXCEPTIONS,
): { readonly flaws: readonly Flaw[]; readonly files: number } => {
  const paths = listFiles(root)
  const flaws = [
    ...TREE_LAWS.flatMap(law =>
      law.walk(paths).map(({ path, says }) => ({ law: law.name, path, line: 1, says })),
    ),
    ...paths.flatMap(path => surveyText(root, path)),
    ...paths.filter(isSource).flatMap(path => surveySource(root, path)),
  ]
  return { flaws: excuse(flaws, exceptions), files: paths.length }
}
