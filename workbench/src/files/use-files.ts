/** What the pane of files shows, and how it is kept up to date. */

import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { diskFiles, diskName, readAgain } from '../changes/disk.js'
import { editsOf } from '../changes/edits.js'
import { useActions, useView } from '../state/context.js'
import { lastingName, type Talk } from '../state/talk.js'
import { type AgentLocation, locationsIn } from './locations.js'
import { rowsOf, type Tree } from './tree.js'
import { TreeKeeper, treeOf, treeStore } from './trees.js'

const MOST_RECENT = 20

/** A file, a line of it, and what was done there. */
export interface Shown {
  readonly path: string
  readonly line?: number | undefined
  readonly note?: string | undefined
}

/** The file that somebody wants to see, or the one that the agent is at. */
export function useShown(locations: readonly AgentLocation[]): Shown | undefined {
  const wanted = useView(({ file }) => file)
  const isFollowing = useView(({ followsAgent }) => followsAgent)
  const [latest] = locations
  if (isFollowing && latest !== undefined) return { ...latest, note: latest.title }
  const told = locations.find(({ path, line }) => path === wanted?.path && line === wanted.line)
  return wanted && { ...wanted, note: told?.title }
}

export function useLocations({ thread }: Talk): readonly AgentLocation[] {
  return useMemo(() => locationsIn(thread, MOST_RECENT), [thread])
}

/** The text of the file, read again when the agent goes somewhere or ends a turn. */
export function useText(
  { key, turn, abilities }: Talk,
  path: string | undefined,
  latest: AgentLocation | undefined,
) {
  const actions = useActions()
  const touched = `${turn.state} ${latest?.path} ${latest?.line} ${latest?.isOpen}`
  useEffect(() => {
    if (abilities.workspace && path !== undefined && touched !== '') void readAgain(actions, key, path)
  }, [actions, key, path, abilities.workspace, touched])
  return useStore(diskFiles, ({ files }) => (path === undefined ? undefined : files.get(diskName(key, path))))
}

export function useTree(talk: Talk) {
  const { key, cwd, turn, abilities } = talk
  const actions = useActions()
  const name = lastingName(talk)
  const keeper = useMemo(() => new TreeKeeper(actions, { key, name, root: cwd }), [actions, key, name, cwd])
  const tree = useStore(treeStore, ({ trees }) => treeOf(trees, key))
  const { state } = turn
  useEffect(() => {
    // A turn may have made files: when one begins or ends, what is open is read again.
    if (abilities.workspace && state !== 'cancelling') void keeper.readOpen()
  }, [keeper, abilities.workspace, state])
  const rows = useMemo(() => rowsOf(tree ?? emptyTree(cwd)), [tree, cwd])
  return { keeper, rows, current: tree?.current }
}

const emptyTree = (root: string): Tree => ({ root, folders: new Map(), open: new Set() })

export function useIsChanged({ thread }: Talk, path: string | undefined): boolean {
  return useMemo(() => editsOf(thread).some(edit => edit.path === path), [thread, path])
}
