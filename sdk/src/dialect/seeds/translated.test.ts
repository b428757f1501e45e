/** Documents 003 and 004 have their own spellings: each example becomes version 1 in the middle, and itself again. */
import { describe, expect, test } from 'vitest'
import { Crossing } from './crossing.fixture.js'
import { type SpokenExample, sceneOf, spokenIn } from './examples.fixture.js'
import { flawsOf } from './verdict.fixture.js'

describe.each(['003', '004'] as const)('document %s', name => {
  test.each(spokenIn(name))(
    'the example at line $line is valid version 1 in the middle, and comes out as it went in',
    async (example: SpokenExample) => {
      const crossing = new Crossing(name)
      try {
        for (const said of [...sceneOf(name, example.before), example])
          expect(await crossing.pass(said)).toEqual(said.message)
        expect(await crossing.strays()).toEqual([])
        expect(crossing.middle.length).toBeGreaterThan(0)
        for (const { message, answers } of crossing.middle)
          expect(flawsOf(message, answers), JSON.stringify(message)).toEqual([])
      } finally {
        await crossing.close()
      }
    },
  )
})
