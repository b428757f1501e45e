/** What a client does not lend it refuses, whoever asks. */

import { join } from 'node:path'
import { errorCode } from '../../error.js'
import type { Json } from '../../wire/arrivals.js'
import type { Answer } from '../../wire/scripted-peer.js'
import type { ClientScenario } from '../scenario.js'
import type { ClientStage } from '../stage.js'

interface Unlent {
  readonly matter: string
  readonly capability: string
  readonly method: string
  params(stage: ClientStage): Json
  isRefused(answer: Answer): boolean
  readonly expected: string
}

const REFUSED = {
  isRefused: (answer: Answer): boolean => 'error' in answer,
  expected: 'an error',
}

const UNLENT: readonly Unlent[] = [
  {
    matter: 'file.unlent-read',
    capability: 'fs.readTextFile',
    method: 'fs/read_text_file',
    params: stage => ({ path: join(stage.cwd, 'own.txt') }),
    ...REFUSED,
  },
  {
    matter: 'file.unlent-write',
    capability: 'fs.writeTextFile',
    method: 'fs/write_text_file',
    params: stage => ({ path: join(stage.cwd, 'own.txt'), content: 'changed' }),
    ...REFUSED,
  },
  {
    matter: 'terminal.unlent',
    capability: 'terminal',
    method: 'terminal/create',
    params: () => ({ command: process.execPath, args: ['--version'] }),
    ...REFUSED,
  },
  {
    matter: 'elicitation.unlent',
    capability: 'elicitation.form',
    method: 'elicitation/create',
    params: () => ({
      mode: 'form',
      message: 'Which?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    }),
    isRefused: answer =>
      'error' in answer &&
      (answer.error.code === errorCode.invalid_params || answer.error.code === errorCode.method_not_found),
    expected: `the error ${errorCode.invalid_params}`,
  },
]

export const unlent: readonly ClientScenario[] = [
  {
    name: 'unlent',
    title: 'asks for everything that the client does not lend',
    versions: [1],
    tasks: ['prompt_bare'],
    verifies: UNLENT.map(({ matter }) => `client.${matter}`),
    async play(stage, judge) {
      await stage.write('own.txt', 'own')
      const { agent } = await stage.start('prompt_bare', {
        turn: async turn => {
          for (const { matter, capability, method, params, isRefused, expected } of UNLENT) {
            const id = `client.${matter}`
            if (await agent.lends(capability)) judge.skip(id, `the client advertises ${capability}`)
            else
              judge.check(
                id,
                isRefused(await turn.call(method, params(stage))),
                `expected ${expected} for ${method}, which the client does not advertise`,
              )
          }
          return undefined
        },
      })
      await agent.turn()
    },
  },
]
