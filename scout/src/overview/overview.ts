/** An overview of a project as text for people, in a few lines. */

import { basename } from 'node:path'
import { boundedLine } from '@parley/acp/guard'
import type { Errand } from '../errand.js'
import type { Manifest } from './manifest.js'
import { type Survey, survey } from './survey.js'

const MOST_LANGUAGES = 8
const MOST_TASKS = 12
const MOST_CHANGED = 10

/** Looks the project over, or one folder of it, and says what it is. */
export async function overview(errand: Errand, folder?: string): Promise<string> {
  const found = await survey(errand, folder)
  const shorten = (path: string): string => errand.workspace.shorten(path)
  return [
    `## ${nameOf(found)}`,
    ...purposeOf(found, folder),
    describeSize(found),
    ...describeLanguages(found),
    ...found.manifests.map(describeManifest),
    ...describeGit(found, folder),
    ...describeBiggest(found, shorten),
    ...describeGuidance(found, { shorten, folder }),
  ].join('\n\n')
}

const isWhole = (folder: string): boolean => folder === '.' || folder === './'

function nameOf({ manifests, root }: Survey): string {
  return line(manifests.find(({ name }) => name !== undefined)?.name ?? (basename(root) || root))
}

/** A folder in a project need not say what it is. */
function purposeOf({ readme, manifests }: Survey, folder = '.'): readonly string[] {
  const said =
    readme?.paragraph ?? manifests.find(({ description }) => description !== undefined)?.description
  if (said !== undefined) return [line(said, 600)]
  const lack = readme === undefined ? 'no README, and no description' : 'its README says nothing yet'
  return isWhole(folder) ? [`The project does not say what it is: ${lack}.`] : []
}

function describeSize({ fileCount, isCut, countedFiles, lines }: Survey): string {
  const files = `${isCut ? 'More than ' : ''}${many(fileCount, 'file')}`
  const part = countedFiles < fileCount ? ` in the ${number(countedFiles)} that were counted` : ''
  return `**Size:** ${files}, ${many(lines, 'line')}${part}. Ignored files are left out.`
}

function describeLanguages({ languages }: Survey): readonly string[] {
  if (languages.length === 0) return []
  const rows = languages
    .slice(0, MOST_LANGUAGES)
    .map(({ name, files, lines }) => `| ${name} | ${number(files)} | ${number(lines)} |`)
  return [['| Language | Files | Lines |', '|---|---|---|', ...rows].join('\n')]
}

function describeManifest({ file, kind, name, version, facts, tasks }: Manifest): string {
  const label = [name, version].filter(word => word !== undefined).map(word => line(word))
  const about = [label.join(' '), ...facts].filter(Boolean).map(fact => line(fact))
  const head = `**${file}:** ${kind}${about.length === 0 ? '' : `, ${about.join(', ')}`}.`
  const names = Object.keys(tasks)
  if (names.length === 0) return head
  const shown = names.slice(0, MOST_TASKS).map(task => `\`${line(tasks[task] ?? '', 80)}\``)
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : ''
  return `${head} Commands: ${shown.join(', ')}${more}.`
}

function describeGit({ git }: Survey, folder = '.'): readonly string[] {
  if (git === undefined) return isWhole(folder) ? ['**Git:** no repository, or no git.'] : []
  const branch = git.branch === undefined ? 'no branch checked out' : `on branch \`${line(git.branch)}\``
  if (git.changed.length === 0) return [`**Git:** ${branch}, nothing changed.`]
  const shown = git.changed.slice(0, MOST_CHANGED).map(({ mark, path }) => `- ${mark} ${line(path)}`)
  const more = git.changed.length - shown.length
  const rest = more > 0 ? [`- and ${more} more`] : []
  const many = git.changed.length === 1 ? '1 changed file' : `${git.changed.length} changed files`
  return [`**Git:** ${branch}, ${many}:`, [...shown, ...rest].join('\n')]
}

function describeBiggest({ biggest }: Survey, shorten: (path: string) => string): readonly string[] {
  if (biggest.length === 0) return []
  const rows = biggest.map(({ path, bytes, lines }) => {
    const counted = lines === undefined ? '' : `, ${many(lines, 'line')}`
    return `- ${line(shorten(path))} (${size(bytes)}${counted})`
  })
  return ['**Biggest files:**', rows.join('\n')]
}

interface Place {
  readonly folder: string | undefined
  shorten(path: string): string
}

function describeGuidance({ guidance }: Survey, { shorten, folder = '.' }: Place): readonly string[] {
  if (guidance.length > 0)
    return [`**Notes for agents:** ${guidance.map(path => line(shorten(path))).join(', ')}.`]
  return isWhole(folder) ? ['**Notes for agents:** there is no AGENTS.md.'] : []
}

function line(text: string, most = 200): string {
  return boundedLine(text, most)
}

function many(value: number, word: string): string {
  return `${number(value)} ${value === 1 ? word : `${word}s`}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function size(bytes: number): string {
  if (bytes < 1_024) return many(bytes, 'byte')
  const kibibytes = bytes / 1_024
  return kibibytes < 1_024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1_024).toFixed(1)} MiB`
}
