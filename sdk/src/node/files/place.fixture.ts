/** A directory that is lent, one beside it that is not, and a warden that writes down what it is asked. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Action } from '../../guard/index.js'
import type { Asker, Warden } from '../permissions/warden.js'
import type { Boundary } from './boundary.js'
import { pinRoot, type Root } from './root.js'

export interface TestPlace {
  readonly base: string
  readonly root: string
  /** Holds `secret`, the one file nobody may read or change, and `folder/inner`. */
  readonly outside: string
  readonly lent: readonly Root[]
  end(): void
}

export async function openPlace(boundary?: Boundary): Promise<TestPlace> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'parley-files-')))
  const [root, outside] = [join(base, 'work'), join(base, 'outside')]
  mkdirSync(root)
  mkdirSync(join(outside, 'folder'), { recursive: true })
  writeFileSync(join(outside, 'secret'), 'secret\n')
  writeFileSync(join(outside, 'folder/inner'), 'secret\n')
  return {
    base,
    root,
    outside,
    lent: [await pinRoot(root, { boundary })],
    end: () => rmSync(base, { recursive: true, force: true }),
  }
}

export interface WatchingWarden extends Warden {
  readonly asked: Action[]
  readonly outcomes: string[]
}

/** Lets everything through that `during` does not throw at; `during` runs while the question is open. */
export function watchingWarden(during: (action: Action) => void | Promise<void> = () => {}): WatchingWarden {
  const [asked, outcomes]: [Action[], string[]] = [[], []]
  return {
    asked,
    outcomes,
    admit: async action => {
      asked.push(action)
      await during(action)
      return { finish: async outcome => void outcomes.push(outcome) }
    },
  }
}

export function asker(roots: readonly string[]): Asker {
  return { sessionId: 's1', roots, signal: new AbortController().signal }
}

/** What this process holds open at or below a path. */
export function heldBelow(path: string): readonly string[] {
  return readdirSync('/proc/self/fd').flatMap(descriptor => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)].filter(target => target.startsWith(path))
    } catch {
      return []
    }
  })
}
