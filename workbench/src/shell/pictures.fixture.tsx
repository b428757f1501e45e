/** The whole workbench as showcases draw it: a conversation in which something happened, with everything beside it. */

import { clearDesk, type Desk, desk } from '../sessions/desk.js'
import { agents, sessionsAt } from '../sessions/pictures.fixture.js'
import { type Answers, meansWith, Staged } from '../showcase/means.fixture.js'
import type { Talk } from '../state/talk.js'
import type { View } from '../state/view.js'
import type { Workbench } from '../state/workbench.js'
import { Shell } from './shell.js'
import { quietShell, type ShellState, shell } from './shell-state.js'

export interface Scene {
  readonly talk?: Talk | undefined
  readonly workbench?: Partial<Workbench>
  readonly view?: Partial<View>
  readonly shell?: Partial<ShellState>
  readonly desk?: Partial<Desk>
}

const PRICE = 'export const total = (cents: number) => Math.round(cents * 1.19)\n'

const ANSWERS: Answers = {
  newTalk: async () => 'scout/new',
  readFile: async (_, path) => ({ path, text: PRICE, size: PRICE.length, isCut: false, digest: 'd1' }),
  writeFile: async () => ({ digest: 'd2' }),
  findFiles: async () => ['src/price.ts', 'src/cart.ts'],
  listFolder: async () => ({
    isCut: false,
    entries: [
      { name: 'src', kind: 'folder' },
      { name: 'package.json', kind: 'file', size: 812 },
      { name: 'README.md', kind: 'file', size: 2_048 },
    ],
  }),
}

/** The shell on such a scene. Whatever an earlier picture left is gone. */
export function Stage(scene: Scene) {
  shell.setState({ ...quietShell, ...scene.shell }, true)
  desk.setState({ ...clearDesk, ...scene.desk }, true)
  const means = meansWith({
    workbench: {
      ...{ listed: sessionsAt(Date.now()), agents },
      ...(scene.talk && { talks: new Map([[scene.talk.key, scene.talk]]), current: scene.talk.key }),
      ...scene.workbench,
    },
    view: scene.view ?? {},
    answers: ANSWERS,
  })
  return (
    <Staged means={means}>
      <Shell />
    </Staged>
  )
}
