/** What would go wrong in scout, one fault each: its hands, its manners, its memory, its model, its tour. */
import type { Twin } from '../twin.js'

const LOOP = 'scout/model/loop.test.ts'
const TROUBLE = 'scout/model/trouble.test.ts'
const WORKSPACE = 'scout/workspace/open-workspace.test.ts'
const UNDO = 'scout/tools/undo.test.ts'

const HANDS: readonly Twin[] = [
  {
    fault: 'scout removes and moves through a link that leaves the project',
    file: 'scout/workspace/held.ts',
    find: 'if (!project.holdsReal(real))',
    replace: "if (real === '')",
    test: [WORKSPACE, 'nothing is read, written, moved, removed or listed through a link'],
  },
  {
    fault: 'scout looks for a project where its name seems to be',
    file: 'scout/workspace/project-roots.ts',
    find: '(HAS_DOTS.test(name) ? toReal(name) : resolve(name))',
    replace: 'resolve(name)',
    test: [
      'scout/workspace/project-roots.test.ts',
      'a root with .. in its name is where the system finds it',
    ],
  },
  {
    fault: 'a command that scout runs outlives its turn',
    file: 'scout/workspace/own-commands.ts',
    find: 'await terminals.release({ sessionId: session.id, terminalId }, { ...context, signal: NEVER })',
    replace: 'void [terminals, terminalId, NEVER]',
    test: [WORKSPACE, 'a cancelled turn leaves no process'],
  },
  {
    fault: 'a name that leads to this machine is fetched',
    file: 'scout/tools/fetch.ts',
    find: 'guardedFetch({ loopback: isHere })',
    replace: 'guardedFetch({ loopback: isHere || true })',
    test: ['scout/tools/fetch.test.ts', 'other schemes, passwords, private networks'],
  },
  {
    fault: 'a search shows what the client does not let be read',
    file: 'scout/workspace/lent-reading.ts',
    find: 'items: found.items.filter(({ path }) => open.has(path))',
    replace: 'items: found.items',
    test: ['scout/workspace/candour.test.ts', 'a client that lends its files decides what a search shows'],
  },
  {
    fault: 'undo overwrites what somebody changed since',
    file: 'scout/tools/undo.ts',
    find: 'if (digest(current) !== after)',
    replace: "if (after === '')",
    test: [UNDO, 'a file that has changed since is left alone'],
  },
]

const MANNERS: readonly Twin[] = [
  {
    fault: 'the mode architect changes things',
    file: 'scout/tools/consent.ts',
    find: "turn.session.mode !== 'architect' || ",
    replace: "turn.session.mode !== '' || ",
    test: [UNDO, 'in the mode architect nothing is undone'],
  },
  {
    fault: 'a repository names a program, and the overview runs it',
    file: 'scout/overview/git-state.ts',
    find: 'GIT_DIR: scratch,',
    replace: "GIT_DIR: join(top, '.git'),",
    test: ['scout/overview/overview.test.ts', 'no program that a repository names is run'],
  },
  {
    fault: 'notes for agents are read from outside the repository',
    file: 'scout/guidance.ts',
    find: 'new ProjectRoots([top])',
    replace: "new ProjectRoots(['/'])",
    test: ['scout/guidance.test.ts', 'a link counts as long as it stays in the repository'],
  },
  {
    fault: 'a rule guesses at one of several files',
    file: 'scout/rules/target.ts',
    find: 'length === 1',
    replace: 'length >= 1',
    test: ['scout/rules/rules.test.ts', 'a name that could mean several files is not guessed at'],
  },
]

const MODELS: readonly Twin[] = [
  {
    fault: 'a key follows wherever a model server points to',
    file: 'scout/model/wires.ts',
    find: ", redirect: 'error' }",
    replace: ' }',
    test: [TROUBLE, 'a key does not follow where the server points to'],
  },
  {
    fault: 'a key that the server says aloud is shown',
    file: 'scout/model/veil.ts',
    find: 'text.replaceAll(secret, STAND_IN)',
    replace: 'text.replaceAll(secret, secret || STAND_IN)',
    test: [TROUBLE, 'the key is sent to the server and shown to nobody'],
  },
  {
    fault: 'a cancelled turn leaves the model talking',
    file: 'scout/model/step.ts',
    find: 'abortSignal: turn.signal,',
    replace: '',
    test: [LOOP, 'a cancel in the middle ends the turn and the connection to the model'],
  },
  {
    fault: 'a cancelled turn leaves the answer to the collector',
    file: 'scout/model/wires.ts',
    find: ', init?.signal)',
    replace: ', undefined)',
    test: [LOOP, 'a cancel in the middle ends the turn and the connection to the model'],
  },
  {
    fault: 'a busy server is asked again before its time',
    file: 'scout/model/patience.ts',
    find: 'trouble.retryAfter ?? ',
    replace: '',
    test: [TROUBLE, 'what the server wishes is honoured'],
  },
]

export const SCOUTS: readonly Twin[] = [
  ...HANDS,
  ...MANNERS,
  ...MODELS,
  {
    fault: 'the tour leaves a kind of content out',
    file: 'scout/tour/chapters/show.ts',
    find: 'for (const block of [made.image, made.audio])',
    replace: 'for (const block of [made.image])',
    test: ['scout/tour/tour.test.ts', 'on version 1 every message of the tour is valid'],
  },
  {
    fault: 'the tour leaves its web server running',
    file: 'scout/tour/chapters/page.ts',
    find: 'journey.onEnd(() => served.close())',
    replace: '',
    test: ['scout/tour/tour-cancel.test.ts', 'a cancel while somebody is awaited'],
  },
]
