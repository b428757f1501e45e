import { expect, test } from 'vitest'
import { unloadedTests } from './unloaded-tests.js'

const toTest = (state?: string) => ({ type: 'test', name: 'one', ...(state && { result: { state } }) })

/** What the engine sees of a file with these tests afterwards. */
function report(state: string, tasks: object[]): readonly object[] {
  const task = { type: 'suite', name: 'file', result: { state, errors: [{ message: 'no' }] }, tasks }
  unloadedTests.onTestRunEnd([{ task }])
  return task.tasks
}

test('a file of which no test could run has one that failed', () => {
  const failure = { type: 'test', result: { state: 'fail', errors: [{ message: 'no' }] } }
  expect(report('fail', [])).toMatchObject([failure])
  const skipped = [toTest('skip'), { type: 'suite', name: 'several', tasks: [toTest()] }]
  expect(report('fail', skipped)).toMatchObject([{}, {}, failure])
})

test('a file whose tests ran is left as it is', () => {
  expect(report('pass', [toTest('pass')])).toHaveLength(1)
  expect(report('fail', [toTest('fail')])).toHaveLength(1)
  expect(report('fail', [{ type: 'suite', name: 'several', tasks: [toTest('pass')] }])).toHaveLength(1)
})
