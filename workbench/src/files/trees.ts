/** The trees of all conversations, as far as somebody has opened them. What is open is remembered over a reload. */

import { createStore } from 'zustand/vanilla'
import { messageOf } from '../changes/failures.js'
import type { Actions } from '../state/actions.js'
import { createTabMemory } from '../state/tab-memory.js'
import type { TalkKey } from '../state/talk.js'
import { type Folder, foldersAbove, type Tree } from './tree.js'

export interface KeptTree extends Tree {
  /** The row that keys start from. */
  readonly current?: string | undefined
}

export const treeStore = createStore<{ readonly trees: ReadonlyMap<TalkKey, KeptTree> }>(() => ({
  trees: new Map(),
}))

const openFolders = createTabMemory<readonly string[]>({
  name: 'parley.folders',
  read: value => (Array.isArray(value) ? value.filter(each => typeof each === 'string') : undefined),
})
const MOST_OPEN = 200

export function treeOf(trees: ReadonlyMap<TalkKey, KeptTree>, key: TalkKey): KeptTree | undefined {
  return trees.get(key)
}

export interface TreePlace {
  readonly key: TalkKey
  /** Which lasts longer than the key. */
  readonly name: string
  readonly root: string
}

export class TreeKeeper {
  readonly #actions: Actions
  readonly #key: TalkKey
  readonly #name: string
  readonly #root: string

  constructor(actions: Actions, { key, name, root }: TreePlace) {
    this.#actions = actions
    this.#key = key
    this.#name = name
    this.#root = root
  }

  /** Reads what is open, once more where it was read already. */
  async readOpen(): Promise<void> {
    const { open } = this.#tree
    await Promise.all([this.#root, ...open].map(path => this.#read(path)))
  }

  async open(path: string): Promise<void> {
    this.#change(tree => ({ ...tree, open: new Set(tree.open).add(path), current: path }))
    await this.#read(path)
  }

  /** Opens every folder above a file. */
  async reveal(path: string): Promise<void> {
    const above = foldersAbove(this.#root, path)
    this.#change(tree => ({ ...tree, open: new Set([...tree.open, ...above]), current: path }))
    await Promise.all(above.map(folder => this.#read(folder)))
  }

  close(path: string): void {
    this.#change(tree => ({
      ...tree,
      open: new Set([...tree.open].filter(each => each !== path)),
      current: path,
    }))
  }

  goTo(path: string): void {
    this.#change(tree => ({ ...tree, current: path }))
  }

  get #tree(): KeptTree {
    const open = (): ReadonlySet<string> => new Set(openFolders.store.getState().get(this.#name))
    return (
      treeOf(treeStore.getState().trees, this.#key) ?? { root: this.#root, folders: new Map(), open: open() }
    )
  }

  async #read(path: string): Promise<void> {
    // What is there already stays in sight until it is known anew.
    if (this.#tree.folders.get(path)?.is !== 'read') this.#put(path, { is: 'reading' })
    try {
      this.#put(path, { is: 'read', ...(await this.#actions.listFolder(this.#key, path)) })
    } catch (error) {
      this.#put(path, { is: 'failed', message: messageOf(error) })
    }
  }

  #put(path: string, folder: Folder): void {
    this.#change(tree => ({ ...tree, folders: new Map(tree.folders).set(path, folder) }))
  }

  #change(change: (tree: KeptTree) => KeptTree): void {
    const { trees } = treeStore.getState()
    const before = this.#tree
    const tree = change(before)
    treeStore.setState({ trees: new Map(trees).set(this.#key, tree) })
    if (tree.open !== before.open) openFolders.put(this.#name, [...tree.open].slice(-MOST_OPEN))
  }
}
