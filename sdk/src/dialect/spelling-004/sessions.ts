/** A client of this spelling begins a session of our agent, with all that is to be set before it is handed over. */

import type { ErrorObject } from '../../jsonrpc/index.js'
import { servers } from './mcp-servers.js'
import { answer, follow, inquire, move, refuse, withFields } from './moves.js'
import { optionsIn } from './options.js'
import { FIRST_MODE, optionParams, optionSet } from './settings.js'
import { complete, type Fields, isFields, isList, spelling, toOurs, toTheirs, withMade } from './spelling.js'
import {
  type Move,
  type Request,
  type Setting,
  type State,
  sessionOf,
  withOpen,
  withSession,
} from './state.js'

export const opening = spelling({
  workingDirectory: 'cwd',
  mcpServers: { ours: 'mcpServers', ...servers, missing: [] },
  systemPrompt: { ours: 'systemPrompt', read: () => undefined, write: promptText, isLossy: true },
})
export const opened = spelling({ sessionId: 'sessionId' })

function promptText(value: unknown): unknown {
  const content = isFields(value) && isList(value.content) ? value.content : undefined
  const texts = content?.map(item => (isFields(item) && item.type === 'text' ? item.text : undefined))
  return texts?.every(text => typeof text === 'string') ? texts.join('\n\n') : undefined
}

export const newOnOurs = withFields((state, request, setting) => {
  const { params } = request
  const spoken = withMade(toOurs(params, opening), '004', { systemPrompt: promptFor(state, params) })
  return move(
    state,
    follow(request, [request.method, spoken], {
      answered: (after, result) => openedOnOurs(after, { request, params, setting }, result),
    }),
  )
})

/** Only an agent that says so takes words of a client into its own. */
function promptFor({ agentCapabilities }: State, { systemPrompt }: Fields): Fields | undefined {
  const { sessionCapabilities } = agentCapabilities
  const takesThem = isFields(sessionCapabilities) && isFields(sessionCapabilities.systemPrompt)
  if (!takesThem || typeof systemPrompt !== 'string') return undefined
  return { mode: 'append', content: [{ type: 'text', text: systemPrompt }] }
}

export interface Opening {
  readonly request: Request
  readonly params: Fields
  readonly setting: Setting
}

function openedOnOurs(state: State, opening: Opening, result: unknown): Move {
  const { request, params } = opening
  if (!isFields(result) || typeof result.sessionId !== 'string')
    return move(state, answer(request.call, result))
  const { sessionId } = result
  const known = rememberOurs({ ...state, active: sessionId }, sessionId, {
    ...result,
    folder: params.workingDirectory,
  })
  const settings = isFields(params.configOptions) ? Object.entries(params.configOptions) : []
  const steps = [
    ...modeStep(known, params, result),
    ...settings.map(([key, value]) => optionStep(key, value)),
  ]
  return arrange(known, { ...opening, result, sessionId }, steps)
}

/** What our agent said of a session when it was opened. */
export function rememberOurs(
  state: State,
  sessionId: string,
  { modes, configOptions, folder }: Fields,
): State {
  const mode = isFields(modes) ? modes.currentModeId : undefined
  return withOpen(state, sessionId, {
    listed: optionsIn(configOptions) ?? [],
    ...(typeof mode === 'string' ? { mode } : {}),
    ...(typeof folder === 'string' ? { folder } : {}),
  })
}

interface Opened extends Opening {
  readonly result: Fields
  readonly sessionId: string
}

/** Something to set before the session is handed over. */
interface SettingStep {
  ask(
    state: State,
    sessionId: string,
  ): { readonly method: string; readonly params: Fields } | { readonly error: ErrorObject }
  done(state: State, sessionId: string, result: unknown): State
}

/** An agent that has no mode of that name begins in its own, which is what "default" asks for. */
function modeStep(
  state: State,
  { initialMode }: Fields,
  { sessionId, modes }: Fields,
): readonly SettingStep[] {
  const available = isFields(modes) && isList(modes.availableModes) ? modes.availableModes : []
  const isListed = available.some(mode => isFields(mode) && mode.id === initialMode)
  if (typeof initialMode !== 'string' || initialMode === sessionOf(state, sessionId).mode) return []
  if (initialMode === FIRST_MODE && !isListed) return []
  return [
    {
      ask: (_, id) => ({ method: 'session/set_mode', params: { sessionId: id, modeId: initialMode } }),
      done: (after, id) => withSession(after, id, { mode: initialMode }),
    },
  ]
}

function optionStep(key: string, value: unknown): SettingStep {
  return {
    ask: (state, sessionId) => {
      const spoken = optionParams(state, { sessionId, key, value })
      return 'error' in spoken ? spoken : { method: 'session/set_config_option', params: spoken.params }
    },
    done: (state, sessionId, result) =>
      optionSet(state, { params: { sessionId, key, value }, result, before: sessionOf(state, sessionId) })
        .changed,
  }
}

function arrange(state: State, opened: Opened, [step, ...later]: readonly SettingStep[]): Move {
  const { request, sessionId } = opened
  if (step === undefined) return handOver(state, opened)
  const next = step.ask(state, sessionId)
  if ('error' in next) return abandon(state, opened, next.error)
  return move(
    state,
    follow(request, [next.method, next.params], {
      answered: (after, result) => arrange(step.done(after, sessionId, result), opened, later),
      refused: (after, error) => abandon(after, opened, error),
    }),
  )
}

function handOver(state: State, { request, result, sessionId, setting }: Opened): Move {
  const { mode, listed } = sessionOf(state, sessionId)
  const modes = isFields(result.modes) ? { modes: { ...result.modes, currentModeId: mode } } : {}
  const configOptions = result.configOptions === undefined ? {} : { configOptions: listed }
  const spoken = toTheirs({ ...result, ...modes, ...configOptions }, opened)
  const createdAt = new Date(setting.now()).toISOString()
  return move(state, answer(request.call, complete(spoken, result, { createdAt })))
}

/** A session that is not as it was asked for is not handed over, and not left behind where it can be closed. */
function abandon(state: State, { request, sessionId }: Opened, error: ErrorObject): Move {
  const { sessionCapabilities } = state.agentCapabilities
  const canClose = isFields(sessionCapabilities) && isFields(sessionCapabilities.close)
  const gone = { ...state, sessions: state.sessions.without(sessionId) }
  const refused = refuse(request, error)
  return canClose
    ? move(gone, inquire('ours', ['session/close', { sessionId }], {}), refused)
    : move(gone, refused)
}
