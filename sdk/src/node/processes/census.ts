/** Who is alive of a family: in the group or session of its leader, with its mark, or begotten by one of these. */

const files = (): typeof import('node:fs') => process.getBuiltinModule('node:fs')

/** What a family is known by. */
export interface Kinship {
  /** The process that leads its group. */
  readonly leader: number | undefined
  readonly mark: string
}

interface Person {
  readonly pid: number
  readonly parent: number
  readonly isMember: boolean
}

// A machine may run thousands of processes, and looking at each is not worth stopping everything else.
const AT_ONCE = 100

/** The living members, this process never among them. */
export async function membersOf(kinship: Kinship): Promise<readonly number[]> {
  const persons = files().existsSync('/proc/self/stat') ? await fromProc(kinship) : await fromPs(kinship)
  const members = new Set(persons.filter(({ isMember }) => isMember).map(({ pid }) => pid))
  for (let before = -1; before < members.size; ) {
    before = members.size
    for (const { pid, parent } of persons) if (members.has(parent)) members.add(pid)
  }
  members.delete(process.pid)
  return [...members]
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

function personOf(pid: number, { leader, mark }: Kinship): Person | undefined {
  try {
    const status = files().readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name stands in brackets and may hold anything, brackets too.
    const [state, parent, group, session] = status.slice(status.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const isNear = leader !== undefined && (Number(group) === leader || Number(session) === leader)
    return { pid, parent: Number(parent), isMember: isNear || isMarked(pid, mark) }
  } catch {
    // It ended while we looked.
    return undefined
  }
}

function isMarked(pid: number, mark: string): boolean {
  try {
    return files().readFileSync(`/proc/${pid}/environ`).includes(`${mark}\0`)
  } catch {
    // Somebody else's: nothing that we started.
    return false
  }
}

/** Best effort, where there is no /proc: some systems show the environment of no program that they protect. */
export async function fromPs({ leader, mark }: Kinship): Promise<readonly Person[]> {
  const flags = process.platform === 'darwin' ? '-axEww' : 'axeww'
  const listed = await listing(['-o', 'pid=,ppid=,pgid=,stat=,command=', flags])
  const persons = listed.split('\n').map(line => {
    const [, pid, parent, group, state, command = ''] =
      /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
    const isMember = Number(group) === leader || ` ${command} `.includes(` ${mark} `)
    return {
      pid: Number(pid),
      parent: Number(parent),
      isMember: isMember && state?.startsWith('Z') === false,
    }
  })
  return persons.filter(({ pid }) => pid > 0)
}

function listing(args: readonly string[]): Promise<string> {
  const { execFile } = process.getBuiltinModule('node:child_process')
  return new Promise(resolve => {
    execFile('ps', args, { maxBuffer: 64 * 1024 * 1024 }, (_error, output) => resolve(output))
  })
}
