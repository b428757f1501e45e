/** The spelling of document 003: what a peer says in it, as version 1, and what we say to it, in its words. */

import type { DialectInterpreter, DialectOptions } from '../interpreter.js'
import { askWritten, takeAnswer } from './answers.js'
import { forget, type Memory, type Tag } from './memory.js'
import { type Move, move } from './moves.js'
import { takeNotification } from './notifications.js'
import { takeRefusal } from './refusals.js'
import { takeRequest } from './requests.js'

export function interpreter003(
  options: DialectOptions,
  prefix: string = randomPrefix(),
): DialectInterpreter<Memory, Tag> {
  return {
    start: {
      prefix,
      count: 0,
      passesCredentials: options.passesCredentials === true,
      ownModes: options.modes,
      modes: [],
      canList: false,
      sessions: new Map(),
      terminals: new Map(),
      gathering: new Map(),
      waits: new Map(),
      questions: new Map(),
    },
    step(memory, event) {
      switch (event.kind) {
        case 'request':
          return takeRequest(memory, event)
        case 'notification':
          return takeNotification(memory, event)
        case 'answer':
          return takeAnswer(memory, event)
        case 'refusal':
          return takeRefusal(memory, event)
        case 'alarm':
          return takeAlarm(memory, event.tag)
        case 'cancelled':
          return move(memory)
      }
    },
  }
}

/** A wait of theirs has taken as long as it may: what has been written until now is the answer. */
function takeAlarm(memory: Memory, tag: Tag): Move {
  if (memory.waits.get(tag.call) !== tag) return move(memory)
  return move(
    { ...memory, waits: forget(memory.waits, tag.call) },
    { kind: 'giveUp', tag },
    askWritten(tag, undefined),
  )
}

/** Names made up here last as long as the sessions they stand in: those of the next conversation are others. */
function randomPrefix(): string {
  return `d3-${globalThis.crypto.randomUUID().slice(0, 8)}-`
}
