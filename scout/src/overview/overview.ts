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
    ...purposeOf(found),
    describeSize(found),
    ...describeLanguages(found),
    ...found.manifests.map(describeManifest),
    ...describeGit(found),
    ...describeBiggest(found, shorten),
    describeGuidance(found, shorten),
  ].join('\n\n')
}

function nameOf({ manifests, root }: Survey): string {
  return line(manifests.find(({ name }) => name !== undefined)?.name ?? (basename(root) || root))
}

function purposeOf({ readme, manifests }: Survey): readonly string[] {
  const said =
    readme?.paragraph ?? manifests.find(({ description }) => description !== undefined)?.description
  return said === undefined
    ? ['The project does not say what it is: no README, and no description.']
    : [line(said, 600)]
}

function describeSize({ fileCount, isCut, countedFiles, lines }: Survey): string {
  const files = `${isCut ? 'More than ' : ''}${number(fileCount)} ${fileCount === 1 ? 'file' : 'files'}`
  const part = countedFiles < fileCount ? ` in the ${number(countedFiles)} that were counted` : ''
  return `**Size:** ${files}, ${number(lines)} lines${part}. Ignored files are left out.`
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

function describeGit({ git }: Survey): readonly string[] {
  if (git === undefined) return ['**Git:** no repository, or no git.']
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
    const counted = lines === undefined ? '' : `, ${number(lines)} lines`
    return `- ${line(shorten(path))} (${size(bytes)}${counted})`
  })
  return ['**Biggest files:**', rows.join('\n')]
}

function describeGuidance({ guidance }: Survey, shorten: (path: string) => string): string {
  if (guidance.length === 0) return '**Notes for agents:** there is no AGENTS.md.'
  return `**Notes for agents:** ${guidance.map(path => line(shorten(path))).join(', ')}.`
}

function line(text: string, most = 200): string {
  return boundedLine(text, most)
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function size(bytes: number): string {
  if (bytes < 1_024) return `${bytes} bytes`
  const kibibytes = bytes / 1_024
  return kibibytes < 1_024 ? `${kibibytes.toFixed(1)} KiB` : `${(kibibytes / 1_024).toFixed(1)} MiB`
}
