/** What `parley inspect` is asked for: to stand before an agent, to show a recording, or what runs just now. */

import { EXIT } from '../exit-code.js'
import { Failure } from '../failure.js'
import { counted } from '../listing/count.js'
import type { SealKeys } from '../recordings/raw/seal.js'
import type { Shell } from '../shell.js'
import { demandSense, type InspectFlags } from './flags.js'
import type { DetourMeans } from './proxy/proxy.js'
import type { Source } from './timeline/source.js'

/** `words` is a command where `--` stood before it, else the name of a recording or of a wire. */
export async function inspect(words: readonly string[], flags: InspectFlags, shell: Shell): Promise<number> {
  if (
    flags.url !== undefined ||
    flags.listen !== undefined ||
    flags.token !== undefined ||
    flags.tokenFile !== undefined ||
    flags.header !== undefined
  )
    return (await import('./network/entrance.js')).inspectElsewhere(words, flags, shell)
  const isProxy = words.length > 0 && isCommand(words)
  demandSense(flags, isProxy)
  if (isProxy) {
    if (isPlain(flags, shell) || isForProxy(flags)) return stand(words, flags, shell)
    const seal = await agree(flags, shell)
    const { openConsole } = await import('./console/open.js')
    return openConsole(words, { ...flags, seal }, shell)
  }
  const [word, ...rest] = words
  if (rest.length > 0)
    throw new Failure(`expected one recording; found ${words.length} words`, {
      exitCode: EXIT.usage,
      cure: 'The command of an agent stands after --: parley inspect -- my-agent',
    })
  const source = await (word === undefined ? choose(flags, shell) : named(word, shell))
  if (source === undefined) return EXIT.ok
  if (isPlain(flags, shell)) {
    const { printTimeline } = await import('./timeline/plain.js')
    return printTimeline(source, flags.filter, shell)
  }
  const { demandTest } = await import('./timeline/plain.js')
  demandTest(flags.filter)
  const { showTimeline } = await import('./timeline/show.js')
  return showTimeline(source, { filter: flags.filter }, shell)
}

/** What reads the words takes the mark away. */
function isCommand(words: readonly string[]): boolean {
  const mark = process.argv.indexOf('--')
  const behind = mark < 0 ? words.length : process.argv.length - mark - 1
  if (behind === words.length) return mark >= 0
  throw new Failure(
    `expected the command of an agent after --; found ${counted(words.length - behind, 'word')} before it, too`,
    {
      exitCode: EXIT.usage,
      cure: 'A recording is shown without a command: parley inspect wire.ndjson',
    },
  )
}

function isPlain({ plain }: InspectFlags, { stdin, stdout, env }: Shell): boolean {
  return plain === true || stdin.isTTY !== true || stdout.isTTY !== true || env.TERM === 'dumb'
}

/** What only makes sense between two others. */
function isForProxy({ chaos, hold, log }: InspectFlags): boolean {
  return chaos !== undefined || hold !== undefined || log !== undefined
}

async function stand(command: readonly string[], flags: InspectFlags, shell: Shell): Promise<number> {
  const { runProxy } = await import('./proxy/proxy.js')
  const { toChaos } = await import('./chaos/flags.js')
  const { record, log, filter } = flags
  if (filter !== undefined) (await import('./timeline/plain.js')).demandTest(filter)
  const chaos = await toChaos(flags, shell)
  const detour = chaos && ((means: DetourMeans) => chaos.detour(means))
  const onRelease = (id: string): void => chaos?.release(id)
  const seal = await agree(flags, shell)
  const isAlone = flags.watch === false
  return runProxy(command, { record, log, filter, seal, isAlone, detour, onRelease }, shell)
}

/** The last thing before the agent: what is wrong with the rest is told before. */
async function agree(flags: InspectFlags, shell: Shell): Promise<SealKeys | undefined> {
  const { obtainConsent } = await import('../recordings/raw/consent.js')
  return obtainConsent(flags, flags.record ?? true, shell)
}

/** A wire by its id or the number of its process; else a recording, by its file or as the list names it. */
async function named(word: string, shell: Shell): Promise<Source> {
  const { listWires } = await import('./live/place.js')
  const wire = (await listWires(shell)).find(({ id, pid }) => id === word || String(pid) === word)
  if (wire !== undefined) return new (await import('./timeline/live-source.js')).LiveSource(wire)
  const { openFileSource } = await import('./timeline/file-source.js')
  const { findRecording } = await import('../recordings/place.js')
  return openFileSource(await findRecording(word, shell))
}

async function choose(flags: InspectFlags, shell: Shell): Promise<Source | undefined> {
  const { listOffers, pick, printOffers } = await import('./timeline/picker.js')
  const offers = await listOffers(shell)
  if (isPlain(flags, shell)) {
    printOffers(offers, shell)
    return undefined
  }
  const offer = await pick(offers, shell)
  if (offer === undefined) return undefined
  if (offer.is === 'wire') return new (await import('./timeline/live-source.js')).LiveSource(offer.note)
  return (await import('./timeline/file-source.js')).openFileSource(offer.path)
}
