/** What the visitor may choose on the tour: the form, the answer read with care, and what holds without one. */

import type { Elicited, FormSchema } from '@parley/acp/agent'
import { COLOURS } from './picture.js'

/** What the tour goes by. */
export interface Wishes {
  /** Who is greeted by the small program. */
  readonly name: string
  readonly marks: number
  readonly colour: string
  readonly volume: number
  readonly languages: readonly string[]
  /** Whether the folder of the tour stays. */
  readonly keeps: boolean
}

/** What holds where nobody chose. */
export const usualWishes: Wishes = {
  name: 'newcomer',
  marks: 1,
  colour: 'blue',
  volume: 0.4,
  languages: ['Hello'],
  keeps: true,
}

const GREETINGS = ['Hello', 'Bonjour', 'Hallo', 'Hola']

/** One field of every kind there is. */
export const wishForm: FormSchema = {
  title: 'Your tour',
  description: 'Everything here may be left as it is.',
  properties: {
    name: {
      type: 'string',
      title: 'Your name',
      description: 'The small program greets you by it.',
      minLength: 1,
      maxLength: 40,
      default: usualWishes.name,
    },
    email: { type: 'string', title: 'An e-mail address', description: 'Only repeated.', format: 'email' },
    link: { type: 'string', title: 'A link', description: 'Only repeated.', format: 'uri' },
    day: { type: 'string', title: 'A day', description: 'Only repeated.', format: 'date' },
    moment: { type: 'string', title: 'A moment', description: 'Only repeated.', format: 'date-time' },
    colour: {
      type: 'string',
      title: 'The colour of a picture',
      oneOf: Object.keys(COLOURS).map(each => ({ const: each, title: `A ${each} one` })),
      default: usualWishes.colour,
    },
    volume: {
      type: 'number',
      title: 'How loud a tone is',
      minimum: 0,
      maximum: 1,
      default: usualWishes.volume,
    },
    marks: {
      type: 'integer',
      title: 'Exclamation marks',
      minimum: 0,
      maximum: 5,
      default: usualWishes.marks,
    },
    languages: {
      type: 'array',
      title: 'How to greet',
      minItems: 1,
      items: { type: 'string', enum: GREETINGS },
      default: usualWishes.languages,
    },
    keeps: { type: 'boolean', title: 'Keep the folder of the tour afterwards', default: usualWishes.keeps },
  },
  required: ['name'],
}

type Answer = Extract<Elicited, { readonly action: 'accept' }>['content']

/** What was chosen; the client may have checked the answer against the form or not. */
export function toWishes({ name, marks, colour, volume, languages, keeps }: Answer): Wishes {
  const usual = usualWishes
  const greetings = Array.isArray(languages) ? GREETINGS.filter(each => languages.includes(each)) : []
  return {
    name: typeof name === 'string' && name.trim() !== '' ? name.trim().slice(0, 40) : usual.name,
    marks: typeof marks === 'number' ? Math.round(between(0, marks, 5)) : usual.marks,
    colour: typeof colour === 'string' && Object.hasOwn(COLOURS, colour) ? colour : usual.colour,
    volume: typeof volume === 'number' ? between(0, volume, 1) : usual.volume,
    languages: greetings.length > 0 ? greetings : usual.languages,
    keeps: typeof keeps === 'boolean' ? keeps : usual.keeps,
  }
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
