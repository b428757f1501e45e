/** What would go wrong with a conversation as a value, and as text, one fault each. */
import type { Twin } from '../twin.js'

const VALUE: readonly Twin[] = [
  {
    fault: 'an older thread changes under its reader',
    file: 'thread/sequence.ts',
    find: "'items' in node ? node.items.slice() : []",
    replace: "'items' in node ? (node.items as T[]) : []",
    test: ['thread/fold.test.ts', 'older threads stay what they were'],
  },
  {
    fault: 'every entry copies the whole timeline',
    file: 'thread/sequence.ts',
    find: 'const BITS = 5',
    replace: 'const BITS = 20',
    test: ['thread/pace.test.ts', 'version 1: pieces that are no text'],
  },
  {
    fault: 'some orders of ids make a thread slow',
    file: 'thread/tree.ts',
    find: 'right.right?.level !== level',
    replace: 'level > 0',
    test: ['thread/tree.test.ts', 'no order of names makes a tree lopsided'],
  },
  {
    fault: 'an unknown update is lost',
    file: 'thread/reduce.ts',
    find: '?? keepRaw(thread, given)',
    replace: '?? thread',
    test: ['thread/reduce.test.ts', 'an update that nobody knows is kept as it came'],
  },
  {
    fault: 'an update is looked up among what every object has',
    file: 'thread/reduce.ts',
    find: 'UPDATES[thread.version].get(sessionUpdate)',
    replace: '(V2 as Readonly<Record<string, Step>>)[sessionUpdate]',
    test: ['thread/reduce.test.ts', 'an update that nobody knows is kept as it came'],
  },
  {
    fault: 'a replay has another history than what was lived through',
    file: 'thread/value.ts',
    find: '{ 1: false, 2: true }',
    replace: '{ 1: true, 2: true }',
    test: ['thread/fold.test.ts', 'version 1: what was lived through and what is told again'],
  },
]

const UPDATES: readonly Twin[] = [
  {
    fault: 'a prompt that the agent repeats appears twice',
    file: 'thread/messages.ts',
    find: "role === 'user' ? hearEcho(thread, id, content) : undefined",
    replace: 'undefined',
    test: ['thread/echo.test.ts', 'version 1: a prompt that the agent repeats appears once'],
  },
  {
    fault: 'half a repetition is swallowed',
    file: 'thread/echo.ts',
    find: '  return differing && differ(thread, differing, { id, block })',
    replace: '  return differing && undefined',
    test: ['thread/echo.test.ts', 'what begins like the prompt and goes on otherwise'],
  },
  {
    fault: 'what somebody says after a turn is taken for its prompt',
    file: 'thread/echo.ts',
    find: 'awaited: thread.awaited.filter(({ turn }) => turn > endedTurns)',
    replace: 'awaited: thread.awaited',
    test: ['thread/echo.test.ts', 'once the turn is over nothing counts as a repetition'],
  },
  {
    fault: 'null clears in version 1',
    file: 'thread/tool-calls.ts',
    find: 'RULES_V1: Rules = { patch: keepOnNull',
    replace: 'RULES_V1: Rules = { patch: clearOnNull',
    test: ['thread/tool-calls.test.ts', 'version 1: what a change leaves out, or says to be null'],
  },
  {
    fault: 'null does not clear in version 2',
    file: 'thread/tool-calls.ts',
    find: 'RULES_V2: Rules = { patch: clearOnNull',
    replace: 'RULES_V2: Rules = { patch: keepOnNull',
    test: ['thread/tool-calls.test.ts', 'version 2: the first change makes the call, and null clears'],
  },
  {
    fault: 'a whole message cannot be emptied',
    file: 'thread/blocks.ts',
    find: 'given === null || Array.isArray(given)',
    replace: 'Array.isArray(given)',
    test: ['thread/messages.test.ts', 'version 2: a whole message replaces every piece'],
  },
  {
    fault: 'our cancel outlives what the agent says later',
    file: 'thread/tool-calls.ts',
    find: 'const status = patch(call.status',
    replace: 'const status = call.cancelledFrom ? call.status : patch(call.status',
    test: ['thread/tool-calls.test.ts', 'version 1: what the agent says of a call after a cancel wins'],
  },
  {
    fault: 'a cancel reaches what runs in the background',
    file: 'thread/tool-calls.ts',
    find: ' || background.has(entry.toolCallId)',
    replace: '',
    test: ['thread/tool-calls.test.ts', 'version 2: a cancel does not reach what runs in the background'],
  },
  {
    fault: 'a turn ends twice',
    file: 'thread/turns.ts',
    find: 'return isTold ? thread : addEntry(',
    replace: 'return addEntry(',
    test: ['thread/turns.test.ts', 'version 2: work that ends leaves one stop'],
  },
  {
    fault: 'a plan with an id is taken for the one without',
    file: 'thread/plans.ts',
    find: "id: 'only'",
    replace: "id: 'id only'",
    test: ['thread/plans.test.ts', 'a plan with an id is never the one plan of version 1'],
  },
  {
    fault: 'the output of a terminal has no limit',
    file: 'thread/terminals.ts',
    find: 'if (newer.length < OUTPUT_LIMIT)',
    replace: 'if (newer.length < Number.MAX_VALUE)',
    test: ['thread/terminals.test.ts', 'what a thread holds of an endless output is bounded'],
  },
  {
    fault: 'bytes that cannot be decoded throw',
    file: 'thread/terminals.ts',
    find: '  } catch {\n    return undefined\n  }',
    replace: '  } finally {\n  }',
    test: ['thread/terminals.test.ts', 'version 2: bytes that cannot be decoded are kept'],
  },
]

const WORDS: readonly Twin[] = [
  {
    fault: 'escape sequences of the agent pass',
    file: 'thread/part.ts',
    find: 'trimLines(sanitizeForDisplay(text))',
    replace: 'trimLines(text)',
    test: ['thread/text.test.ts', 'no control character of anybody is in the text'],
  },
  {
    fault: 'an agent can put words into the mouth of its user',
    file: 'thread/text.ts',
    find: "const INDENT = '  '",
    replace: "const INDENT = ''",
    test: ['thread/text.test.ts', 'in plain text nobody can put words into the mouth of another'],
  },
  {
    fault: 'a code block ends where its content says',
    file: 'thread/fence.ts',
    find: '.repeat(longest + 1)',
    replace: '.repeat(3)',
    test: ['thread/markdown.test.ts', 'a fence is longer than any run of its marks inside'],
  },
  {
    fault: 'what somebody wrote gets out of its quote',
    file: 'thread/quote.ts',
    find: '`> $',
    replace: '`$',
    test: ['thread/markdown.test.ts', 'what somebody wrote stays in its quote'],
  },
  {
    fault: 'a fence in a list hides where code ends',
    file: 'thread/quote.ts',
    find: 'if (INDENTED_FENCE.test(line)) isCertain = false',
    replace: '',
    test: ['thread/markdown.test.ts', 'no HTML gets out of a quote'],
  },
  {
    fault: 'one message with many spaces stops the one who shows it',
    file: 'thread/part.ts',
    find: 'text.slice(start).trimEnd()',
    replace: "text.slice(start).replace(/\\s+$/, '')",
    test: ['thread/hostile.test.ts', 'many spaces before a word cost next to nothing'],
  },
  {
    fault: 'a diff is longer than need be',
    file: 'thread/line-diff.ts',
    find: 'far(diagonal - 1) < far(diagonal + 1)',
    replace: 'far(diagonal - 1) > far(diagonal + 1)',
    test: ['thread/line-diff.test.ts', 'a comparison is as short as can be'],
  },
]

export const THREAD: readonly Twin[] = [...VALUE, ...UPDATES, ...WORDS]
