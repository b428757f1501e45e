/** Changing the project: an edit that is shown and asked for, a move, a deletion, and what a failure looks like. */

import { diff } from '@parley/acp/agent'
import type { Chapter } from '../chapter.js'
import type { Journey } from '../journey.js'
import { DRAFT, greetingProgram, NOTES, PROGRAM } from '../project.js'
import type { Scratch } from '../scratch.js'

const DONE = 'done.txt'

export const change: Chapter = {
  name: 'change',
  title: 'Edit, move and delete files, after you were asked',
  priority: 'high',
  needsProject: true,
  async visit(journey) {
    const scratch = await journey.project()
    if (scratch === undefined) return
    await journey.say('Now I change something. You see the difference first, and I wait for your yes.')
    await edit(journey, scratch)
    await move(journey, scratch)
    await remove(journey, scratch)
  },
}

async function edit(journey: Journey, scratch: Scratch): Promise<void> {
  const path = scratch.at(PROGRAM)
  const start = {
    title: `Edit ${PROGRAM}`,
    kind: 'edit',
    rawInput: { path, name: journey.wishes.name },
  } as const
  const isDone = await journey.work({ ...start, locations: [{ path, line: 1 }] }, async call => {
    const from = await scratch.read(PROGRAM)
    const to = greetingProgram(journey.wishes)
    await call.progress(diff(path, { from, to }))
    if (!(await journey.mayI(call, `${PROGRAM} is to greet ${journey.wishes.name}.`))) return
    await scratch.write(PROGRAM, to)
    await call.complete(diff(path, { from, to }), { rawOutput: { characters: to.length } })
  })
  journey.note(isDone ? `Edited ${PROGRAM}.` : `Left ${PROGRAM} as it was.`)
}

async function move(journey: Journey, scratch: Scratch): Promise<void> {
  const [from, to] = [scratch.at(NOTES), scratch.at(DONE)]
  const start = { title: `Rename ${NOTES} to ${DONE}`, kind: 'move', rawInput: { from, to } } as const
  const isDone = await journey.work({ ...start, locations: [{ path: from }] }, async call => {
    if (!(await journey.mayI(call, `${NOTES} is done with, and is to be called so.`))) return
    await call.progress()
    await scratch.move(NOTES, DONE)
    await call.complete(`${NOTES} is now ${DONE}.`, { locations: [{ path: to }] })
  })
  journey.note(isDone ? `Renamed ${NOTES}.` : `Left ${NOTES} as it was.`)
}

async function remove(journey: Journey, scratch: Scratch): Promise<void> {
  const path = scratch.at(DRAFT)
  const start = {
    title: `Delete ${DRAFT}`,
    kind: 'delete',
    rawInput: { path },
    locations: [{ path }],
  } as const
  const isDone = await journey.work(start, async call => {
    if (!(await journey.mayI(call, `${DRAFT} is only there to be deleted.`))) return
    await scratch.remove(DRAFT)
    await call.complete(`${DRAFT} is gone.`)
  })
  if (!isDone) return journey.say(`${DRAFT} stays, then.`)
  journey.note(`Deleted ${DRAFT}.`)
  await readInVain(journey, scratch)
}

async function readInVain(journey: Journey, scratch: Scratch): Promise<void> {
  await journey.say(
    `Things fail, too, and you are told so. To show it I read ${DRAFT} again, which is gone: that cannot work.`,
  )
  const path = scratch.at(DRAFT)
  const start = { title: `Read ${DRAFT} once more`, kind: 'read', rawInput: { path } } as const
  const isRead = await journey.work(start, async call => {
    await call.progress()
    await call.complete(await scratch.read(DRAFT))
  })
  if (!isRead)
    await journey.turn.notice({
      severity: 'warning',
      title: `Part of the tour: ${DRAFT} was not read, just as it should be`,
      description: 'This is what a warning looks like. Nothing is wrong.',
    })
}
