/** `parley chat` with a real agent, at a terminal: what is asked is seen and answered by keys, and the work is done on disk. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Recipe } from './recipe.js'
import { type Rig, withRig } from './rig.js'
import { Seat } from './seat.js'

const ALLOW = /^ *a \d {2}/m

interface Scene {
  readonly rig: Rig
  readonly seat: Seat
}

/** What is amiss, with the screen where something did not come. */
export const tryChat = async (recipe: Recipe): Promise<readonly string[]> => {
  const flaws: string[] = []
  for (const [name, isSignedIn, play] of SCENES) {
    if (!isSignedIn && recipe.keys === undefined) continue
    const [found, left] = await withRig(rig => sit(recipe, { rig, isSignedIn, play }))
    flaws.push(
      ...[...found, ...left.map(pid => `left process ${pid} behind`)].map(flaw => `${name}: ${flaw}`),
    )
  }
  return flaws
}

interface Sitting {
  readonly rig: Rig
  readonly isSignedIn: boolean
  readonly play: (scene: Scene) => Promise<readonly string[]>
}

const sit = async (recipe: Recipe, { rig, isSignedIn, play }: Sitting): Promise<readonly string[]> => {
  const setting = { home: rig.home, model: rig.model.address }
  await recipe.prepare?.(setting)
  await writeFile(join(rig.project, 'notes.txt'), 'the colour is red\nthe sky is wide\n')
  // Somebody who has talked before is not shown around.
  await mkdir(join(rig.home, '.local/state/parley/conversations'), { recursive: true, mode: 0o700 })
  const given = Object.entries(recipe.env(setting)).filter(
    ([name]) => isSignedIn || recipe.keys?.test(name) !== true,
  )
  const env = given.flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const agent = [recipe.command, ...recipe.args].join(' ')
  const seat = new Seat(['chat', '--agent', agent, ...env], rig.project, rig.env)
  try {
    return await play({ rig, seat })
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    seat.end()
  }
}

const textIn = (rig: Rig, name: string): Promise<string> =>
  readFile(join(rig.project, name), 'utf8').catch(error => String(error))

/** What an agent asks about may be asked again by this side, when the agent wants it done here. */
const allowUntil = async (seat: Seat, part: string): Promise<void> => {
  for (let asked = ''; !seat.text.includes(part); ) {
    await seat.see(() => seat.text.includes(part) || (ALLOW.test(seat.text) && seat.question !== asked))
    asked = seat.question
    if (asked !== '') await seat.answer('a')
  }
}

const work = async ({ rig, seat }: Scene): Promise<readonly string[]> => {
  await seat.say('[[say the part begins]]')
  await seat.see('\nthe part begins')
  const path = join(rig.project, 'notes.txt')
  await seat.say(`[[read ${path}]] [[edit ${path}|red|blue]] [[say it is blue now]]`)
  await seat.see(/− .*the colour is red/)
  await seat.see(/\+ .*the colour is blue/)
  await seat.see(ALLOW)
  const flaws = (await textIn(rig, 'notes.txt')).includes('red')
    ? []
    : ['it was changed before it was allowed']
  await seat.answer('a')
  await seat.see('\nit is blue now')
  if (!(await textIn(rig, 'notes.txt')).includes('blue')) flaws.push('what was allowed was not done')
  await seat.say('[[shell cat notes.txt > copy.txt && echo shown]] [[say it is copied]]')
  await seat.see(/cat notes\.txt > copy\.txt/)
  await allowUntil(seat, '\nit is copied')
  if (!(await textIn(rig, 'copy.txt')).includes('blue')) flaws.push('the command did not run')
  return (await seat.leave()) === 0 ? flaws : [...flaws, 'it did not end well']
}

const refuse = async ({ rig, seat }: Scene): Promise<readonly string[]> => {
  await seat.say('[[shell touch made.txt]] [[say so be it]]')
  await seat.see(/touch made\.txt[\s\S]*^ *r \d {2}/m)
  await seat.answer('r')
  await seat.ready()
  await seat.leave()
  return existsSync(join(rig.project, 'made.txt')) ? ['what was refused was done'] : []
}

const cancel = async ({ seat }: Scene): Promise<readonly string[]> => {
  await seat.say('[[slow 300*200]]')
  await seat.see('Esc stops')
  await seat.see('writing')
  await seat.press('escape')
  await seat.see('⊘')
  await seat.see('│ › [[slow 300*200]]')
  await seat.press('ctrl+c')
  await seat.say('[[say still here]]')
  await seat.see('\nstill here')
  await seat.leave()
  return []
}

/** What was written before anybody signed in is not lost: it waits, or stands where it was written. */
const signIn = async ({ seat }: Scene): Promise<readonly string[]> => {
  await seat.say('[[say hello]]')
  await seat.see(/^\? .*(auth|sign|log) ?in|^\? .*auth/im)
  await seat.see(/^ {2}1 {2}.*\(in this terminal\)/m)
  await seat.see('Press the number')
  await seat.see(/(next 1\.|│ ›) \[\[say hello\]\]/)
  await seat.leave()
  return []
}

const SCENES = [
  ['work', true, work],
  ['refusal', true, refuse],
  ['cancel', true, cancel],
  ['sign-in', false, signIn],
] as const
