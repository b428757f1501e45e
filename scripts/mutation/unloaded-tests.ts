/**
 * A file of tests that a fault keeps from loading, or whose preparations fail, has noticed the fault. The engine counts
 * tests that ran and no others, so one that failed is put beside those that could not.
 */

/** What vitest knows of a test, of several, or of a file of them; as much of it as the engine asks for. */
interface Task {
  readonly type: 'suite' | 'test'
  readonly name: string
  readonly result?: { readonly state: string; readonly errors?: readonly object[] | undefined } | undefined
  readonly tasks?: Task[] | undefined
  readonly file?: Task | undefined
}

/** A reporter: told by vitest when all files were run, before the engine looks at them. */
export const unloadedTests = {
  onTestRunEnd(modules: readonly object[]): void {
    for (const each of modules) {
      // Vitest does not offer it to reporters, and the engine reads it all the same.
      const { task } = each as { readonly task: Task }
      if (task.result?.state === 'fail' && !hasRun(task)) task.tasks?.push(failureOf(task))
    }
  },
}

const hasRun = ({ result, tasks }: Task): boolean =>
  tasks === undefined ? result?.state === 'pass' || result?.state === 'fail' : tasks.some(hasRun)

const failureOf = (file: Task): Task => ({
  type: 'test',
  name: 'the tests can be run',
  file,
  result: { state: 'fail', errors: file.result?.errors },
})
