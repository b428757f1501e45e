/** Finds the model to think with: the one that is wished for, else the best of those that are there. */

import { secretsInAddress } from '@parley/acp/guard'
import type { Brain } from './brain.js'
import { askModels, type ListedModel, type Listing } from './discovery.js'
import { contextOf, priceOf, sensesOf } from './price-list.js'
import { type Source, type Surroundings, sourcesIn, unusableAddresses } from './providers.js'

/** Which model is wished for. */
export interface BrainWish {
  /** The value of the setting `model`; `none` means no model, nothing means whichever is there. */
  readonly model?: string | boolean | undefined
  /** Where addresses and keys stand; the environment of this process unless said otherwise. */
  readonly env?: Surroundings | undefined
}

/** A server that was named and has no models for us: which, and why. For people. */
export interface Trouble {
  readonly server: string
  readonly why: string
}

interface Roster {
  readonly at: number
  readonly brains: readonly Brain[]
  readonly troubles: readonly Trouble[]
}

const FRESH_MILLISECONDS = 30_000
// A turn asks at each of its steps; the servers are asked now and then.
const rosters = new WeakMap<Surroundings, Promise<Roster>>()

/** The models that are there, the one to begin with first. Servers are asked at once, and not for long. */
export const listBrains = async (env: Surroundings = process.env): Promise<readonly Brain[]> =>
  (await rosterOf(env)).brains

/** Whether there was a model when somebody last looked; asks nobody. */
export const hadBrains = async (env: Surroundings = process.env): Promise<boolean> =>
  ((await rosters.get(env))?.brains.length ?? 0) > 0

/** What is wrong with the servers that were named; asks nobody where none was. */
export const listTroubles = async (env: Surroundings = process.env): Promise<readonly Trouble[]> => {
  const isNamed = sourcesIn(env).some(({ isGuess }) => !isGuess) || unusableAddresses(env).length > 0
  return isNamed ? (await rosterOf(env)).troubles : []
}

const rosterOf = async (env: Surroundings): Promise<Roster> => {
  const known = await rosters.get(env)
  if (known !== undefined && Date.now() - known.at < FRESH_MILLISECONDS) return known
  const asking = askAll(env)
  rosters.set(env, asking)
  return asking
}

/** The model to think with; nothing where there is none, or none is wished for. */
export const findBrain = async ({ model, env = process.env }: BrainWish = {}): Promise<Brain | undefined> => {
  if (model === 'none') return undefined
  const brains = await listBrains(env)
  if (typeof model !== 'string' || model === '') return brains[0]
  return brains.find(({ id }) => id === model) ?? unlisted(model, env)
}

const askAll = async (env: Surroundings): Promise<Roster> => {
  const sources = sourcesIn(env)
  const answers = await Promise.all(
    sources.map(async source => ({ source, listing: await askModels(source) })),
  )
  const brains = answers.flatMap(({ source, listing }) =>
    brainsOf(source, 'models' in listing ? listing.models : undefined, env),
  )
  const troubles = [
    ...unusableAddresses(env).map(toFlaw),
    ...answers.flatMap(({ source, listing }) => toTroubles(source, listing)),
  ]
  return { at: Date.now(), brains: withFirst(env.SCOUT_MODEL, brains, env), troubles }
}

const toFlaw = (variable: string): Trouble => ({
  server: `The server in ${variable}`,
  why: 'that is no address; one looks like http://127.0.0.1:8080/v1',
})

const toTroubles = (source: Source, listing: Listing): readonly Trouble[] => {
  const { name, addressName, isGuess, isOfficial } = source
  if (isGuess) return []
  const server = isOfficial ? name : `${name} (${addressName})`
  if ('why' in listing) return [{ server, why: listing.why }]
  return listing.models.length === 0 ? [{ server, why: 'it lists no model that can talk' }] : []
}

const brainsOf = (source: Source, listed: readonly ListedModel[] | undefined, env: Surroundings): Brain[] => {
  const models = listed?.length ? listed : source.models.map(id => ({ id }))
  const rank = ({ id }: ListedModel): number => {
    const place = source.models.indexOf(id)
    return place < 0 ? source.models.length : place
  }
  return models.toSorted((one, other) => rank(one) - rank(other)).map(model => toBrain(source, model, env))
}

/** The one that the surroundings name comes first, also where no server lists it. */
const withFirst = (
  wanted: string | undefined,
  brains: readonly Brain[],
  env: Surroundings,
): readonly Brain[] => {
  if (!wanted) return brains
  const found = brains.find(({ id, model }) => id === wanted || model === wanted) ?? unlisted(wanted, env)
  return found === undefined ? brains : [found, ...brains.filter(({ id }) => id !== found.id)]
}

/** Servers do not list all they have: whoever names a model of a known server gets it. */
const unlisted = (wanted: string, env: Surroundings): Brain | undefined => {
  const sources = sourcesIn(env)
  const [first = '', ...rest] = wanted.split('/')
  const source = rest.length > 0 ? sources.find(({ id }) => id === first) : undefined
  if (source !== undefined) return toBrain(source, { id: rest.join('/') }, env)
  const given = sources.find(({ isGuess }) => !isGuess)
  return given && toBrain(given, { id: wanted }, env)
}

const toBrain = (source: Source, { id, contextSize }: ListedModel, env: Surroundings): Brain => {
  const { wire, key, keyName, name } = source
  const wished = Number(env.SCOUT_CONTEXT_SIZE)
  return {
    id: `${source.id}/${id}`,
    name: id,
    description: `${name}${source.isGuess ? ', on this machine' : ''}`,
    wire,
    model: id,
    contextSize: Number.isInteger(wished) && wished > 0 ? wished : (contextSize ?? contextOf(id)),
    senses: sensesOf(wire, id),
    price: source.isOfficial ? priceOf(id) : undefined,
    keyName,
    secrets: [...(key === undefined ? [] : [key]), ...secretsInAddress(source.baseUrl)],
    open: async () => (await import('./wires.js')).openModel(source, id),
  }
}
