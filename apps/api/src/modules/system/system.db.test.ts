import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { retryJobCall, showSystemCall } from '@dolphin/contract/system'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { queueNotice } from '@dolphin/database/notices/outbox-repository'
import { WHOLE_SERVER } from '@dolphin/database/work-items/work-item-repository'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { AnyContext } from '../../http/route.ts'
import { anEmployee } from '../../testing/employee-actor.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { systemRoutes } from './staff-routes.ts'

const JOB = 'return-rate-watch'

let api: TestApi
let ada: TestClient

beforeAll(async () => {
  api = await startTestApi()
  ada = await signInEmployee(api, 'ada', { roles: ['administrator'] })
})
afterAll(() => api.close())

const show = () => ada.ask(showSystemCall, { query: {} })

/** A job of the timetable that was given up so many minutes ago; its id. */
async function givenUp(minutesAgo = 5, name = JOB): Promise<string> {
  const id = randomUUID()
  await api.database.executeSql(
    `insert into pgboss.job (id, name, state, singleton_key, retry_limit, retry_count, started_on, completed_on, policy)
      values ($1, $2, 'failed', 'timetable', 4, 4, now(), now() - make_interval(mins => $3::int), 'short')`,
    [id, name, minutesAgo],
  )
  return id
}

const stateOf = async (id: string) => {
  const { rows } = await api.database.executeSql('select state::text from pgboss.job where id = $1', [id])
  return (rows as { state: string }[])[0]?.state
}

async function mail(noticeId: string): Promise<void> {
  const { openId } = await createCustomer(api, { email: `${noticeId}@example.com` })
  await api.runJobs()
  await api.database.transaction((tx) =>
    queueNotice(
      tx,
      api.deps.cipher,
      {
        portfolioId: 118,
        noticeId,
        dedupKey: noticeId,
        kind: 'passwordChanged',
        channel: 'mail',
        openId,
        loanNo: null,
        language: null,
        recipient: `${noticeId}@example.com`,
        payload: {},
      },
      api.clock.now(),
    ),
  )
}

describe('how the servers stand (console.md, System)', () => {
  test('each call answers from what was done (contract.md)', async () => {
    const [first, second] = [await givenUp(), await givenUp(4)]
    await proveChanges(api, () => ada.ask(retryJobCall, { body: { jobId: second } }), {
      showSystem: asking(ada, 'showSystem', { query: {} }),
      retryJob: {
        before: asking(ada, 'retryJob', { body: { jobId: first } }),
        after: asking(ada, 'retryJob', { body: { jobId: second } }),
      },
    })
  })

  test('a job that was given up is named with its work and age, and is tried once more', async () => {
    const jobId = await givenUp(7)
    const shown = (await show()).givenUp.find((job) => job.jobId === jobId)
    expect(shown).toMatchObject({ job: JOB, key: 'timetable' })
    expect(shown?.ageSeconds).toBeGreaterThanOrEqual(7 * 60)
    expect(shown?.ageSeconds).toBeLessThan(12 * 60)
    expect(await ada.ask(retryJobCall, { body: { jobId } })).toEqual({ job: JOB, key: 'timetable' })
    expect(await stateOf(jobId)).toBe('retry')
    expect((await show()).givenUp.map((job) => job.jobId)).not.toContain(jobId)
    const audit = await listAudit(api.database.db, WHOLE_SERVER, `job/${JOB}/timetable`)
    expect(audit.at(-1)).toMatchObject({ action: 'jobRetried', facts: { jobId } })
    expect(audit.at(-1)?.actor).toMatch(/^employee:/)
    await api.runJobs()
    expect(await stateOf(jobId)).toBe('completed')
  })

  test('what is not given up, or of no build that runs, is not tried again and leaves no audit', async () => {
    const before = await listAudit(api.database.db, WHOLE_SERVER, `job/${JOB}/timetable`)
    const notFound = { code: RESPONSE_CODES.notFound.code }
    const retry = (jobId: string) => ada.call(retryJobCall, { body: { jobId } })
    expect(await retry(randomUUID())).toMatchObject(notFound)
    const jobId = await givenUp()
    await ada.ask(retryJobCall, { body: { jobId } })
    expect(await retry(jobId)).toMatchObject(notFound)
    await api.database.executeSql(
      `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
          deletion_seconds, partition, table_name)
        select 'of-another-build', policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
          deletion_seconds, partition, table_name from pgboss.queue where name = $1`,
      [JOB],
    )
    expect(await retry(await givenUp(1, 'of-another-build'))).toMatchObject(notFound)
    const after = await listAudit(api.database.db, WHOLE_SERVER, `job/${JOB}/timetable`)
    expect(after).toHaveLength(before.length + 1)
    await api.runJobs()
  })

  test('the outbox says how many notices wait, since when, and how many were given up', async () => {
    expect((await show()).outbox).toEqual({ waiting: 0, oldestAt: null, failed: 0 })
    await mail('first')
    const first = api.clock.now()
    api.clock.advance(60_000)
    await mail('second')
    const { outbox } = await show()
    expect(outbox).toMatchObject({ waiting: 2, failed: 0 })
    expect(Date.parse(outbox.oldestAt ?? '')).toBe(Math.floor(first.getTime() / 1_000) * 1_000)
    await api.database.executeSql(`update outbox set failed_at = now() where notice_id = 'second'`)
    expect((await show()).outbox).toMatchObject({ waiting: 1, failed: 1 })
  })

  test('nodes are named with host and build; one that went quiet differs from one that stopped', async () => {
    const { nodes } = await show()
    expect(nodes.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(nodes[0]).toMatchObject({ host: hostname(), pid: process.pid, isLive: true })
    const noted = (name: string, seen: string, stopped: string) =>
      api.database.executeSql(
        `insert into pgboss.instance
          select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'host', $1::text, 'pid', 7,
            'name', 'build-2', 'started_on', now() - interval '2 hours', 'heartbeat_on', now() - $2::interval,
            'stopped_on', case when $3 = '' then null else now() end))).*
          from pgboss.instance i limit 1`,
        [name, seen, stopped],
      )
    await noted('lost.example', '1 hour', '')
    await noted('stopped.example', '1 minute', 'stopped')
    await noted('long-gone.example', '2 days', '')
    const others = (await show()).nodes.filter(({ isThis }) => !isThis)
    expect(others).toMatchObject([{ host: 'lost.example', pid: 7, build: 'build-2', isLive: false }])
    expect(others[0]?.seenSeconds).toBeGreaterThanOrEqual(3_600)
  })

  test('a provider that is not asked for a while differs from one that is', async () => {
    const circuits = new Map([
      ['plaid', { isAvailable: true }],
      ['mx', { isAvailable: false }],
    ])
    const [shown] = systemRoutes(api.deps, circuits)
    const answer = await shown?.handle({ actor: anEmployee() } as unknown as AnyContext)
    expect(answer).toMatchObject({
      ok: true,
      value: {
        circuits: [
          { provider: 'plaid', isClosed: true },
          { provider: 'mx', isClosed: false },
        ],
      },
    })
  })

  test('is for administrators alone', async () => {
    const theo = await signInEmployee(api, 'theo', { roles: ['teamLead', 'compliance'] })
    const code = RESPONSE_CODES.notPermitted.code
    expect(await theo.call(showSystemCall, { query: {} })).toMatchObject({ code })
    expect(await theo.call(retryJobCall, { body: { jobId: randomUUID() } })).toMatchObject({ code })
  })
})
