import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { watchGivenUpJobs } from './jobs-given-up.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const JOB = 'return-rate-watch'
const open = async () => {
  await watchGivenUpJobs(api.deps)
  return await listOpenWorkItems(api.database.db, { portfolioId: 0, kind: 'jobGivenUp' })
}
/** A job of the timetable that ended so, so many minutes ago. */
const ended = (state: 'failed' | 'completed', minutesAgo: number) =>
  api.database.executeSql(
    `insert into pgboss.job (name, state, singleton_key, started_on, completed_on, policy)
      values ($1, $2::text::pgboss.job_state, 'timetable', now(), now() - make_interval(mins => $3::int), 'short')`,
    [JOB, state, minutesAgo],
  )

test('a job that has used up its tries is one work item, closed by a later run that was done (domain.md §14)', async () => {
  expect(await open()).toEqual([])
  await ended('failed', 30)
  await ended('failed', 20)
  const [item, ...more] = await open()
  expect(more).toEqual([])
  expect(item).toMatchObject({
    subject: `job/${JOB}/timetable`,
    loanNo: null,
    reason: `the job ${JOB} has failed after its last retry`,
    facts: { job: JOB },
  })
  await ended('completed', 25)
  expect(await open()).toHaveLength(1)
  await ended('completed', 10)
  expect(await open()).toEqual([])
  // The failed jobs still rest in the queue: the newest of them was dealt with.
  expect(await open()).toEqual([])
  await ended('failed', 1)
  expect(await open()).toMatchObject([{ subject: `job/${JOB}/timetable`, takenBy: null }])
})
