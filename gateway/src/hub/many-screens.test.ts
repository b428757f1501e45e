import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atLeast } from '../runs.fixture.js'
import { Client } from '../seat/client.fixture.js'
import { makePlace } from './place.fixture.js'

const WHAT = ['say', 'ask', 'many', 'drop', 'deafen', 'listen', 'rejoin', 'reload', 'mode', 'wait'] as const
const step = fc.record({ who: fc.nat(2), what: fc.constantFrom(...WHAT) })
type Step = { readonly who: number; readonly what: (typeof WHAT)[number] }
const ALLOW = { outcome: { outcome: 'selected', optionId: 'allow_once' } }
const RUNS = 25
const runs = atLeast(RUNS)
const LIMIT_MILLISECONDS = runs > RUNS ? 3_600_000 : 80_000

const isModeUpdate = (message: object): boolean => JSON.stringify(message).includes('current_mode_update')
const pause = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 1))

test(
  'three screens see the same thread, whoever joins, leaves, drops out or lost what was on its way',
  async () => {
    const { hub, folder } = await makePlace({ mostSessions: 10_000 })
    const join = async (): Promise<Client> => {
      const client = await Client.open({ hub })
      client.answersWith = ALLOW
      return client
    }
    const run = async (steps: readonly Step[]): Promise<void> => {
      const onlooker = await join()
      const sessionId = await onlooker.newSession(folder)
      const screens = await Promise.all([join(), join(), join()])
      await Promise.all(screens.map(screen => screen.load(sessionId, folder)))
      let turns = 0
      const prompt = async (screen: Client, text: string): Promise<void> => {
        // Who prompts has seen what went before: else it would put its prompt in another place than the others.
        await onlooker.untilEnds(sessionId, turns)
        await screen.listen(sessionId)
        await screen.untilEnds(sessionId, turns)
        turns++
        screen.prompt(sessionId, text)
      }
      const deeds: Record<Step['what'], (who: number, screen: Client) => unknown> = {
        say: (_, screen) => prompt(screen, 'say one two three'),
        ask: (_, screen) => prompt(screen, 'ask'),
        many: (_, screen) => prompt(screen, 'many 40'),
        drop: (_, screen) => screen.drop(sessionId),
        deafen: (_, screen) => {
          const { ear } = screen.stream(sessionId)
          if (ear !== undefined) ear.isDeaf = true
        },
        listen: (_, screen) => screen.listen(sessionId),
        rejoin: async (who, screen) => {
          await screen.leave()
          const next = await join()
          screens[who] = next
          await next.load(sessionId, folder)
        },
        reload: (_, screen) => screen.reload(sessionId, folder),
        mode: async (_, screen) => {
          await screen.listen(sessionId)
          await screen.setMode(sessionId, 'code')
          await onlooker.until(sessionId, isModeUpdate)
        },
        wait: pause,
      }
      for (const { who, what } of steps) {
        const screen = screens[who]
        if (screen !== undefined) await deeds[what](who, screen)
      }
      await onlooker.untilEnds(sessionId, turns)
      for (const screen of screens) {
        await screen.listen(sessionId)
        await screen.untilEnds(sessionId, turns)
        expect(screen.history(sessionId)).toEqual(onlooker.history(sessionId))
      }
      await Promise.all([...screens, onlooker].map(client => client.leave()))
    }
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), run), {
      numRuns: runs,
      timeout: 5_000,
      endOnFailure: true,
      markInterruptAsFailure: true,
      interruptAfterTimeLimit: LIMIT_MILLISECONDS,
    })
  },
  LIMIT_MILLISECONDS + 10_000,
)
