/** A form for the visitor: one field of every kind, and what is filled in decides how the tour goes on. */

import type { Chapter } from '../chapter.js'
import { toWishes, wishForm } from '../wishes.js'

export const form: Chapter = {
  name: 'form',
  title: 'Fill in a form, if your client has forms',
  priority: 'low',
  needsProject: false,
  async visit(journey) {
    const { elicit } = journey.turn
    if (elicit?.form === undefined)
      return journey.say('Your client shows no forms, so I go on with what I would have suggested.')
    const message =
      'How would you like your tour? Every kind of field is here; all but your name may stay empty.'
    const answer = await elicit.form({ message, schema: wishForm })
    if (answer.action !== 'accept')
      return journey.say(
        `The form came back without an answer (${answer.action}). That is fine: I go on with my own suggestions.`,
      )
    journey.wishes = toWishes(answer.content)
    const told = Object.entries(answer.content).map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
    await journey.say(`Thank you. You filled in ${told.join(', ')}.`)
    journey.note(`The visitor is called ${journey.wishes.name}.`)
  },
}
