/** Makes the small project, when the visitor agrees. Leaves nothing half made. */

import { basename, join } from 'node:path'
import { diff, type ToolCall } from '@parley/acp/agent'
import type { Journey } from './journey.js'
import { projectFiles } from './project.js'
import { freePlace, Scratch } from './scratch.js'

/** The mode in which scout changes nothing, and the one it works in. */
const STILL_MODE = 'architect'
const WORKING_MODE = 'ask'

/** The folder with the project in it; nothing where it may not or cannot be made. */
export async function makeProject(journey: Journey): Promise<Scratch | undefined> {
  if (!(await mayChange(journey))) return undefined
  const place = await freePlace(journey.workspace)
  if (place === undefined) return undefined
  const rawInput = { folder: place, files: projectFiles.map(({ name }) => name) }
  const start = { title: `Make a small project in ${basename(place)}`, kind: 'edit', rawInput } as const
  const isMade = await journey.work({ ...start, locations: [{ path: place }] }, call =>
    make(journey, place, call),
  )
  if (!isMade) return undo(journey)
  journey.note(`Made ${projectFiles.length} files.`)
  return journey.scratch
}

async function make(journey: Journey, place: string, call: ToolCall): Promise<void> {
  await call.progress(projectFiles.map(({ name, text }) => diff(join(place, name), { to: text })))
  if (!(await journey.mayI(call, `The tour wants a folder to work in: ${place}`))) return
  const scratch = await Scratch.make(place, journey.workspace)
  journey.scratch = scratch
  for (const { name, text } of projectFiles) await scratch.write(name, text)
}

/** A folder that cannot be removed either is remembered, and the end of the tour speaks of it. */
async function undo(journey: Journey): Promise<undefined> {
  const isGone = await journey.scratch?.clear().then(
    () => true,
    () => false,
  )
  if (isGone) journey.scratch = undefined
}

/** In the mode that changes nothing the visitor is asked to leave it for as long as the tour takes. */
async function mayChange(journey: Journey): Promise<boolean> {
  const { session } = journey.turn
  if (session.mode !== STILL_MODE) return true
  const start = { title: `Leave the mode ${STILL_MODE} for this tour`, kind: 'switch_mode' } as const
  return journey.work(start, async call => {
    if (!(await journey.mayI(call, 'The tour makes files, and in this mode nothing is changed.'))) return
    await session.setMode(WORKING_MODE)
    journey.onEnd(async () => session.mode === WORKING_MODE && session.setMode(STILL_MODE))
    await call.complete(`The mode is ${WORKING_MODE} until the tour is over.`)
  })
}
