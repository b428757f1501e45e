/** Who may import whom: look down, never sideways, never up; products come through the doors. */
import { posix } from 'node:path'
import { isGenerated, isSource, isTest } from '../files.js'
import type { SourceLaw, TreeLaw } from '../law.js'
import { isKnownRoot, productOf, roomOf, rowOf, storeyOf } from '../rooms.js'
import type { ImportSite } from '../source.js'

const PACKAGE = '@parley/acp'

const isLibrary = (path: string): boolean => isSource(path) && roomOf(path) !== undefined && !isTest(path)

/** The file an import names, relative to the project, without its ending. */
const targetOf = (from: string, specifier: string): string =>
  posix.join(posix.dirname(from), specifier).replace(/\.js$/, '')

const judgePackage = (room: string, specifier: string): string | undefined => {
  if (specifier.startsWith('node:')) return undefined
  if (rowOf(room)?.outside?.some(name => specifier === name || specifier.startsWith(`${name}/`)))
    return undefined
  return `imports the package '${specifier}': the library has no dependencies`
}

const judgeRoom = (from: string, room: string, site: ImportSite): string | undefined => {
  const target = targetOf(from, site.specifier)
  const other = roomOf(`${target}.ts`)
  if (other === undefined) return `leaves the library for '${site.specifier}'`
  if (other === room) {
    const isOwnDoor = room !== '' && target === `sdk/src/${room}/index`
    return isOwnDoor ? 'imports its own door: inside a room import the file' : undefined
  }
  const mine = rowOf(room)
  const theirs = rowOf(other)
  if (!mine || !theirs || other === '') return `imports '${site.specifier}', which no room may`
  if (theirs.floor >= mine.floor)
    return `${room || 'the front door'} (${mine.floor}) may not import ${other} (${theirs.floor})`
  const inside = target.slice('sdk/src/'.length)
  const allowed =
    mine.imports?.some(name => name === other || name === inside || inside.startsWith(`${name}/`)) ?? true
  if (!allowed) return `${room || 'the front door'} may not import ${inside}`
  if (mine.typesOf?.includes(other) && !site.typeOnly) return `${room} may import only types from ${other}`
  return undefined
}

const judgeProduct = (from: string, product: string, specifier: string): string | undefined => {
  if (specifier.startsWith(`${PACKAGE}/`) && specifier.slice(PACKAGE.length + 1).includes('/'))
    return `'${specifier}' is no door`
  if (!specifier.startsWith('.')) return undefined
  return targetOf(from, specifier).startsWith(`${product}/`)
    ? undefined
    : `'${specifier}' leaves ${product}/: products use the doors of ${PACKAGE}`
}

export const floorsLaw: SourceLaw = {
  name: 'floors',
  covers: isLibrary,
  check: ({ path, imports }) =>
    imports.flatMap(site => {
      const room = roomOf(path) ?? ''
      const says = site.specifier.startsWith('.')
        ? judgeRoom(path, room, site)
        : judgePackage(room, site.specifier)
      return says ? [{ at: site.start, says }] : []
    }),
}

export const doorsLaw: SourceLaw = {
  name: 'doors',
  covers: path => isSource(path) && productOf(path) !== undefined,
  check: ({ path, imports }) =>
    imports.flatMap(site => {
      const says = judgeProduct(path, productOf(path) ?? '', site.specifier)
      return says ? [{ at: site.start, says }] : []
    }),
}

export const storeysLaw: SourceLaw = {
  name: 'storeys',
  covers: path => isSource(path) && storeyOf(path) !== undefined && !isTest(path),
  check: ({ path, imports }) =>
    imports.flatMap(({ specifier, start }) => {
      const theirs = specifier.startsWith('.') ? storeyOf(targetOf(path, specifier)) : undefined
      const isAbove = theirs !== undefined && theirs > (storeyOf(path) ?? 0)
      return isAbove ? [{ at: start, says: `'${specifier}' is above this room: rooms look down only` }] : []
    }),
}

export const roomsLaw: TreeLaw = {
  name: 'rooms',
  walk: paths =>
    paths.flatMap(path => {
      const [folder = '', ...rest] = path.split('/')
      if (rest.length > 0 && !isKnownRoot(folder))
        return [{ path, says: `the folder ${folder}/ is not on the map` }]
      const room = roomOf(path)
      if (room === undefined) return []
      if (room === '')
        return isTest(path) || isGenerated(path) || path === 'sdk/src/index.ts'
          ? []
          : [{ path, says: 'stands outside every room' }]
      return rowOf(room) ? [] : [{ path, says: `the room ${room}/ is not on the map` }]
    }),
}
