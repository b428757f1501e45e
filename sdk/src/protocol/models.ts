/** Models as sessions had them before they became a setting: a list in the answer that opens one, and a method that sets it. */

import type { v1 } from '../schema/index.js'
import type { Extension } from './extension.js'

/** The method by which a model was chosen. */
export const SET_MODEL_METHOD = 'session/set_model'

/** The name of the setting that is made of such a list. */
const MODEL_OPTION_ID = 'model'

/** What the method was asked with. */
interface SetModel {
  readonly sessionId: string
  readonly modelId: string
}

/** The method, for a contract that no longer has it: real peers still ask with it, and take nothing else. */
export const setModelRequest = {
  method: SET_MODEL_METHOD,
  kind: 'request',
  readParams(value: unknown): SetModel {
    const { sessionId, modelId } = (value ?? {}) as Partial<SetModel>
    if (typeof sessionId === 'string' && typeof modelId === 'string') return { sessionId, modelId }
    throw new Error('/sessionId, /modelId: expected strings')
  },
  readResult: (): undefined => undefined,
} as unknown as Extension<SetModel, unknown>

type Fields = Readonly<Record<string, unknown>>

/** An answer that opens a session, with the setting that its list of models means; itself where it has none, or both. */
export function withModelOption<T>(result: T): T {
  const fields = result as Fields | null
  if (typeof fields !== 'object' || fields === null || fields.models === undefined) return result
  const options = Array.isArray(fields.configOptions) ? (fields.configOptions as readonly unknown[]) : []
  const option = toModelOption(fields.models)
  if (option === undefined || options.some(isModelOption)) return result
  return { ...result, configOptions: [...options, option] }
}

/** Whether this is the setting that chooses a model, by what it is about. */
export function isModelOption(option: unknown): option is Fields & { readonly id: string } {
  const fields = option as Fields | null
  if (typeof fields !== 'object' || fields === null) return false
  return fields.category === 'model' && typeof fields.id === 'string'
}

function toModelOption(models: unknown): v1.SessionConfigOption | undefined {
  const { currentModelId, availableModels } = (models ?? {}) as Fields
  if (typeof currentModelId !== 'string' || !Array.isArray(availableModels)) return undefined
  const options = availableModels.filter(isModel).map(({ modelId, name, description }) => ({
    value: modelId,
    name: typeof name === 'string' ? name : modelId,
    ...(typeof description === 'string' ? { description } : {}),
  }))
  if (options.length === 0) return undefined
  return {
    id: MODEL_OPTION_ID,
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: currentModelId,
    options,
  }
}

function isModel(value: unknown): value is Fields & { readonly modelId: string } {
  return (
    typeof value === 'object' && value !== null && 'modelId' in value && typeof value.modelId === 'string'
  )
}
