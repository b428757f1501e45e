/** What would go wrong in the terminal client, one fault each: what is answered, lost, printed, left behind. */
import type { Twin } from '../twin.js'

const QUESTIONS = 'cli/chat/questions/update.test.ts'
const UPDATE = 'cli/chat/update/update.test.ts'
const TALKING = 'cli/chat/work/talking.test.ts'

export const CHATS: readonly Twin[] = [
  {
    fault: 'a question hears a key that was pressed before it could be read',
    file: 'cli/chat/questions/hearing.ts',
    find: 'now < shownAt + DEAF_MILLISECONDS ||',
    replace: '',
    test: [QUESTIONS, 'a key that comes too soon goes where one writes'],
  },
  {
    fault: 'whoever types on answers a question',
    file: 'cli/chat/questions/hearing.ts',
    find: 'deafUntil: now + DEAF_MILLISECONDS',
    replace: 'deafUntil: now',
    test: [QUESTIONS, 'somebody who types on is not heard until a pause'],
  },
  {
    fault: 'Enter allows what may destroy something',
    file: 'cli/chat/questions/permission-keys.ts',
    find: 'option === undefined || isDestructive',
    replace: 'option === undefined',
    test: [QUESTIONS, 'Enter never answers what may destroy something'],
  },
  {
    fault: 'one press is enough for what lasts',
    file: 'cli/chat/questions/permission-keys.ts',
    find: 'if (option.isLasting !== true) return',
    replace: 'if (true) return',
    test: [QUESTIONS, 'what lasts is pressed twice'],
  },
  {
    fault: 'a question that has no room to be read is answered',
    file: 'cli/chat/questions/update.ts',
    find: 'const heard = question.isCramped\n    ?',
    replace: 'const heard = !question\n    ?',
    test: ['cli/chat/view/foot.test.ts', 'a question that nobody can read in 20×5 is answered by no key'],
  },
  {
    fault: 'one character that is no text hides a change from who is asked about it',
    file: 'cli/chat/draw/diff-rows.ts',
    find: 'if (isWhole) return compareWhole(before, after)',
    replace: '',
    test: ['cli/chat/questions/whole-change.test.ts', 'a character that is no text hides no change'],
  },
  {
    fault: 'a way to sign in is gone that nobody could read to its end',
    file: 'cli/chat/pages/way/update.ts',
    find: 'const isRead = top >= last &&',
    replace: 'const isRead =',
    test: ['cli/chat/pages/way/way.test.ts', 'a way that is not shown to its end is gone only from a page'],
  },
  {
    fault: 'what the agent filled in itself is sent by a key that goes on',
    file: 'cli/chat/questions/form-keys.ts',
    find: '(at === fields.length - 1 && isOwn)',
    replace: 'at === fields.length - 1',
    test: ['cli/chat/questions/form.test.ts', 'what the agent filled in goes only from the button'],
  },
  {
    fault: 'a prompt that waits is forgotten',
    file: 'cli/chat/update/update.ts',
    find: 'sendAll(handled)',
    replace: '[handled, []] as const',
    test: [UPDATE, 'a prompt that is sent while the agent works waits, and goes when the turn is over'],
  },
  {
    fault: 'an agent that was stopped goes on with the next prompt',
    file: 'cli/chat/update/talks.ts',
    find: 'return isHeld || (queue.length > 0 && !GOOD_ENDS.has(stopReason))',
    replace: 'return isHeld && !GOOD_ENDS.has(stopReason)',
    test: [UPDATE, 'what waits is held after a turn that ended as refusal'],
  },
  {
    fault: 'Esc loses the prompt',
    file: 'cli/chat/update/cancelling.ts',
    find: '...(turn.isCancelling ? talk : giveBack(talk, turn.submission)),',
    replace: '...talk,',
    test: [UPDATE, 'Esc stops the turn, gives the prompt back'],
  },
  {
    fault: 'one Ctrl+C leaves',
    file: 'cli/chat/update/leaving.ts',
    find: 'if (model.leavingUntil !== undefined) return',
    replace: 'if (true) return',
    test: [UPDATE, 'Ctrl+C leaves only when it is pressed again soon'],
  },
  {
    fault: 'people are told of what they are looking at',
    file: 'cli/chat/update/notices.ts',
    find: 'if (after.isFocused) return []',
    replace: '',
    test: [UPDATE, 'a question and the end of a long turn are told, and only when nobody looks'],
  },
  {
    fault: 'a control character that was forgotten reaches the terminal',
    file: 'cli/chat/terminal/theme.ts',
    find: "piece.text.replace(CONTROLS, '·')",
    replace: 'piece.text',
    test: ['cli/chat/terminal/theme.test.ts', 'no control character comes through'],
  },
  {
    fault: 'what is settled is lost while the terminal is slow',
    file: 'cli/chat/worker/served-terminal.ts',
    find: 'for (const line of frame.settled) this.#unprinted.push(line)',
    replace: 'if (this.isReady) for (const line of frame.settled) this.#unprinted.push(line)',
    test: ['cli/chat/worker/served-terminal.test.ts', 'while the terminal is slow pictures are left out'],
  },
  {
    fault: 'undoing writes over what was changed since',
    file: 'cli/chat/changes/restoring.ts',
    find: "if (!(await isSame(change.after, found, store))) return 'changed since'",
    replace: '',
    test: ['cli/chat/changes/turn-changes.test.ts', 'what was changed since the turn is kept and named'],
  },
  {
    fault: 'drafts are saved seconds later',
    file: 'cli/chat/work/draft-place.ts',
    find: 'const QUIET_MILLISECONDS = 80',
    replace: 'const QUIET_MILLISECONDS = 8_000',
    test: ['cli/chat/work/drafts.test.ts', 'a chat that is killed after 200 ms of quiet loses nothing'],
    build: true,
  },
  {
    fault: 'a conversation that the agent has lost is begun anew',
    file: 'cli/chat/work/talk-session.ts',
    find: '} catch (error) {\n    throw toLost(error, found)',
    replace: '} catch {\n    return listened(await client.newSession(kept))',
    test: [TALKING, 'a conversation that the agent has lost is a failure with a cure'],
  },
  {
    fault: 'words that an agent puts into the mouth of the person pass for theirs',
    file: 'cli/chat/model/own-words.ts',
    find: '!said.includes(slot)',
    replace: 'false',
    test: [
      'cli/chat/model/own-words.test.ts',
      'what an agent says as if from the person is seen to be the agent’s',
    ],
  },
  {
    fault: 'a tool call is charged with the time that the person took to answer',
    file: 'cli/chat/update/update.ts',
    find: 'timeWaits(attend(attendWays(sent)))',
    replace: 'attend(attendWays(sent))',
    test: ['cli/chat/update/call-waits.test.ts', 'the time that a call waits for an answer is not its own'],
  },
]
