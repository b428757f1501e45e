/** What would let somebody answer in the page what they have not read: one fault each, and the test that must see it. */
import type { Twin } from '../twin.js'

const PANE = 'workbench/questions/questions-pane.test.ts'
const card = (name: string): string => `nothing on the card of a ${name} does anything in its first moment`

export const WORKBENCH: readonly Twin[] = [
  {
    fault: 'workbench, what is pressed as a question appears answers it',
    file: 'workbench/questions/early.ts',
    find: 'if (ageOf(event) >= GUARD) return',
    replace: 'if (ageOf(event) >= 0) return',
    test: [PANE, card('form')],
  },
  {
    fault: 'workbench, the second click on a window above the page opens an address',
    file: 'workbench/questions/early.ts',
    find: "    addEventListener('focus', begin)\n",
    replace: '',
    test: [PANE, card('url')],
  },
  {
    fault: 'workbench, who writes a reason answers the question that takes its place',
    file: 'workbench/questions/focus.ts',
    find: 'isJust(interruptedAt) ||',
    replace: 'false ||',
    test: [PANE, 'whoever writes a reason when another question takes its place does not answer that one'],
  },
]
