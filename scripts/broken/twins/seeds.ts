/** What would go wrong with the examples of the seed documents, one fault each. */
import type { Twin } from '../twin.js'

export const SEEDS: readonly Twin[] = [
  {
    fault: 'an example of a document is taken for something that nobody says',
    file: 'dialect/seeds/seed-003.json',
    find: '"line": 1509,\n      "kind": "message"',
    replace: '"line": 1509,\n      "kind": "config"',
    test: ['dialect/seeds/count.test.ts', 'document 003 has all of its examples'],
  },
  {
    fault: 'a range of lines of a dialect is passed on as it is',
    file: 'dialect/spelling-003/rows.ts',
    find: "names: { startLine: 'line', lineLimit: 'limit' }",
    replace: 'names: {}',
    test: ['dialect/seeds/translated.test.ts', 'the example at line 666 is valid version 1 in the middle'],
  },
  {
    fault: 'a method that version 1 took back is still one of its own',
    file: 'dialect/seeds/seed-002.json',
    find: '"method": "session/set_model"',
    replace: '"method": "session/set_mode"',
    test: ['dialect/seeds/plain.test.ts', 'choosing a model by its own method was taken back'],
  },
]
