import { attachLoanCall } from '@dolphin/contract/applications'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { buildWorker } from '@dolphin/integrations/worker/build-worker'
import { BY_CUSTOMER } from '@dolphin/testkit/distribution'
import { spreadRows } from '@dolphin/testkit/spread-rows'
import { makeTestDatabase, type TestDatabasePlace } from '@dolphin/testkit/test-database'
import { beforeAll, expect, test } from 'vitest'
import { makeTestPlace, startTestApi } from '@dolphin/api/testing/api-fixture'
import { beginApplication } from '@dolphin/api/testing/applications'
import { createCustomer } from '@dolphin/api/testing/customers'
import { KILL_PROGRAM } from '../crash-tests/money-process-build.ts'
import { PACKAGES_LEFT_OUT } from '@dolphin/api/testing/packages-left-out'
import { prepareSimulation } from './simulation.ts'

/** As many as there might be servers. */
const PARTITIONS = 4

async function spreadPlace(): Promise<TestDatabasePlace> {
  const home = await makeTestDatabase()
  const database = await home.open()
  await spreadRows(database, PARTITIONS)
  await database.close()
  return home
}

let crashProgram: string
beforeAll(async () => {
  crashProgram = await buildWorker(KILL_PROGRAM, PACKAGES_LEFT_OUT)
})

test('a lender whose customers are spread by their key lives its days, with kills and faults (docs/guides/scale.md)', async () => {
  const plan = { loans: 8, days: 52, from: localDate(2026, 3, 3), seed: 7, byHandEvery: 4, faults: true }
  const simulation = await prepareSimulation({ ...plan, crashProgram }, { home: await spreadPlace() })
  try {
    const outcome = await simulation.run()
    expect(outcome.broken).toBeUndefined()
    expect(outcome.kills.size).toBeGreaterThan(0)
    const { database } = simulation.server.api()
    const used = await Promise.all(
      [...BY_CUSTOMER].map(async ([table, key]) => {
        const { rows } = await database.executeSql(
          `select count(distinct tableoid)::integer as places, count(distinct ${key})::integer as customers from ${table}`,
        )
        return { table, ...(rows[0] as { places: number; customers: number }) }
      }),
    )
    expect(used.filter(({ customers, places }) => customers > 3 && places < 2)).toEqual([])
    expect(used.filter(({ customers }) => customers > 3).length).toBeGreaterThan(20)
  } finally {
    await simulation.close()
  }
}, 900_000)

test('an application begun without an account is attached to one without moving a row', async () => {
  const place = await makeTestPlace(await spreadPlace())
  const api = await startTestApi({ place })
  try {
    const { resource, loanNo } = await beginApplication(api.client(), { ssn: '521-44-8888' })
    const placesOf = async () =>
      (
        await api.database.executeSql(
          `select tableoid::regclass::text as place, customer_key from loans where loan_no = $1`,
          [loanNo],
        )
      ).rows
    const before = await placesOf()
    const client = await createCustomer(api, { email: 'taker@example.com' })
    const body = { resource, ssnLast4: '8888', birthDate: '1990-05-17' }
    expect((await client.call(attachLoanCall, { body })).code).toBe(1)
    expect(await placesOf()).toEqual(before)
  } finally {
    await api.close()
    await place.remove()
  }
}, 120_000)
