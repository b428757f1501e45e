/** Offers to leave architect mode once a plan is accepted: the user decides, whoever made the plan. */

import type { PermissionOption, Turn } from '@parley/acp/agent'

const OPTIONS: readonly PermissionOption[] = [
  { optionId: 'code', name: 'Switch to Code mode', kind: 'allow_once' },
  { optionId: 'ask', name: 'Switch to Ask mode', kind: 'allow_once' },
  { optionId: 'stay', name: 'Stay in Architect mode', kind: 'reject_once' },
]

export async function offerSwitch(turn: Turn, reason: string): Promise<void> {
  await using call = turn.tool({ title: 'Leave architect mode', kind: 'switch_mode' })
  const chosen = await turn.ask(call, { options: OPTIONS, reason })
  if (chosen === undefined || chosen.kind === 'reject_once') {
    void call.complete('The mode stays as it is.')
    await turn.say(`${reason} The mode stays architect: nothing is changed.`)
    return
  }
  await turn.session.setMode(chosen.optionId)
  void call.complete(`The mode is ${chosen.optionId} now.`)
  await turn.say(`${reason} The mode is ${chosen.optionId} now.`)
}
