/** Who is alive of a family: in the group or session of its leader, with its mark, or begotten by one of these. */

const files = (): typeof import('node:fs') => process.getBuiltinModule('node:fs')

/** What a family is known by. */
export interface Kinship {
  /** The process that leads its group. */
  readonly leader: number | undefined
  /** Looked for in the environment of every process; not at all where there is none. */
  readonly mark?: string | undefined
  /** When the leader was started: who is older is no member, and need not be looked at any closer. */
  readonly since?: number | undefined
}

/** A process. Numbers are given again, so its start belongs to its name where it is known. */
export interface Member {
  readonly pid: number
  readonly startedAt?: number | undefined
}

interface Person extends Member {
  readonly parent: number
  readonly isMember: boolean
}

// A machine may run thousands of processes, and looking at each is not worth stopping everything else.
const AT_ONCE = 100

/** The living members, this process never among them. Whoever is in `known` is one, as long as it lives. */
export async function membersOf(kinship: Kinship, known: readonly Member[] = []): Promise<readonly Member[]> {
  const persons = hasProc() ? await fromProc(kinship) : await fromPs(kinship)
  const starts = new Map(known.map(({ pid, startedAt }) => [pid, startedAt]))
  const members = new Set<number>()
  for (const { pid, startedAt, isMember } of persons)
    if (isMember || (startedAt !== undefined && starts.get(pid) === startedAt)) members.add(pid)
  for (let before = -1; before < members.size; ) {
    before = members.size
    for (const { pid, parent } of persons) if (members.has(parent)) members.add(pid)
  }
  members.delete(process.pid)
  return persons.filter(({ pid }) => members.has(pid))
}

function hasProc(): boolean {
  return files().existsSync('/proc/self/stat')
}

async function fromProc(kinship: Kinship): Promise<readonly Person[]> {
  const pids = files()
    .readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  const persons: Person[] = []
  for (const [index, pid] of pids.entries()) {
    const person = personOf(pid, kinship)
    if (person !== undefined) persons.push(person)
    if (index % AT_ONCE === AT_ONCE - 1) await new Promise(setImmediate)
  }
  return persons
}

function personOf(pid: number, { leader, mark, since = 0 }: Kinship): Person | undefined {
  const fields = fieldsOf(pid)
  const [state, parent, group, session] = fields
  if (state === undefined || state === 'Z' || state === 'X') return undefined
  const startedAt = Number(fields[19])
  if (startedAt < since) return undefined
  const isNear = leader !== undefined && (Number(group) === leader || Number(session) === leader)
  const isMember = isNear || (mark !== undefined && isMarked(pid, mark))
  return { pid, parent: Number(parent), startedAt, isMember }
}

/** What the kernel tells of a process, from its state on; nothing of one that is gone. */
function fieldsOf(pid: number): readonly string[] {
  try {
    const status = files().readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name stands in brackets and may hold anything, brackets too.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** When a process was started, by the clock of its system; nothing where that cannot be told. */
export function startOf(pid: number): number | undefined {
  const startedAt = Number(fieldsOf(pid)[19])
  return Number.isNaN(startedAt) ? undefined : startedAt
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return files().readFileSync(`/proc/${pid}/environ`).includes(mark)
  } catch {
    // Somebody else's: nothing that we started.
    return false
  }
}

/** Best effort, where there is no /proc: some systems show the environment of no program that they protect. */
export async function fromPs({ leader, mark }: Kinship): Promise<readonly Person[]> {
  const flags = process.platform === 'darwin' ? '-axEww' : 'axeww'
  const listed = await listing([flags, '-o', 'pid=,ppid=,pgid=,stat=,command='])
  const persons = listed.split('\n').map(line => {
    const [, pid, parent, group, state = 'Z', command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    const isMarked = mark !== undefined && command.includes(mark)
    const isMember = Number(group) === leader || isMarked
    return { pid: Number(pid), parent: Number(parent), isMember, isGone: state.startsWith('Z') }
  })
  return persons.filter(({ isGone }) => !isGone)
}

function listing(args: readonly string[]): Promise<string> {
  const { execFile } = process.getBuiltinModule('node:child_process')
  return new Promise(resolve => {
    execFile('ps', args, { maxBuffer: 64 * 1024 * 1024 }, (_error, output) => resolve(output))
  })
}
