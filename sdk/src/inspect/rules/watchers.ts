/** Everybody who judges, for one wire; those that know only one version see only what is said in it. */

import type { ContractName, Version } from '../../protocol/index.js'
import type { Facts } from '../../schema/facts.js'
import type { Watcher } from '../rule.js'
import { Calls } from './calls.js'
import { Elicitation } from './elicitation.js'
import { watchEnvelope } from './envelope.js'
import { Fields } from './fields.js'
import { Handshake } from './handshake.js'
import { Options } from './options.js'
import { watchParameters } from './parameters.js'
import { Paths } from './paths.js'
import { Permissions } from './permissions.js'
import { Replay } from './replay.js'
import { Sessions } from './sessions.js'
import { Showings } from './showings.js'
import { States } from './states.js'
import { Terminals } from './terminals.js'
import { ToolCalls } from './tool-calls.js'
import { Turns } from './turns.js'

export function createWatchers(
  facts: ReadonlyMap<ContractName, Facts>,
): Readonly<Record<Version, readonly Watcher[]>> {
  const both = [
    watchEnvelope(),
    new Fields(facts),
    new Paths(),
    watchParameters(),
    new Handshake(),
    new Calls(),
    new Sessions(),
    new Replay(),
    new ToolCalls(),
    new Permissions(),
    new Options(),
    new Showings(),
    new Elicitation(),
  ]
  return { 1: [...both, new Turns(), new Terminals()], 2: [...both, new States()] }
}
