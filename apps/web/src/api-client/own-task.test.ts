import { expect, test } from 'vitest'
import { ownTask } from './own-task.ts'

const nextTask = () => new Promise((done) => setTimeout(done))

test('what goes out together goes out in a task each, in its order, the first at once (first-paint.md)', async () => {
  const gone: string[] = []
  const go = async (name: string) => {
    await ownTask()
    gone.push(name)
  }
  expect(ownTask()).toBeUndefined()
  void go('second')
  void go('third')
  await Promise.resolve()
  expect(gone).toEqual([])
  await nextTask()
  expect(gone).toEqual(['second'])
  await nextTask()
  expect(gone).toEqual(['second', 'third'])
  await nextTask()
  expect(ownTask()).toBeUndefined()
  await nextTask()
})
