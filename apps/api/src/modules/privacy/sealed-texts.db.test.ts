import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import { listConsents } from '@dolphin/database/consents/consent-repository'
import { sqlRunnerOf } from '@dolphin/database/driver/executor'
import { listLoansOfNumbers } from '@dolphin/database/find/find-number-repository'
import { findHold, insertHold } from '@dolphin/database/retention/hold-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { ibvLinkTable } from '@dolphin/database/verification/ibv-link-repository'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealRecordsJob } from '../../jobs/seal-records.ts'
import { openFieldCipher } from '../../security/keys.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { startAnew, storedRows } from '../../testing/erased-person.ts'
import { fundLoan } from '../../testing/funded-loans.ts'
import { applyForLoan } from '../../testing/offers.ts'
import { readyToSign } from '../../testing/signing-sessions.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Texts as a release before wrote them. */
const PLAINLY = [
  `update consents_given set ip_address = '198.51.100.7', user_agent = 'sealed: or so' where open_id = $1`,
  `update loan_accounts set account_tail = '7357', tail_index = null where open_id = $1`,
  `update ${STORED_NAMES.table.signingSessions} set evidence = jsonb_set(evidence, '{opened,ip}', '"198.51.100.7"') where open_id <> $1`,
]

test('texts that a release before wrote plain are sealed where they stand and read as before; an account is found by its last digits all the time', async () => {
  const { client, loanNo } = await fundLoan(api)
  const signer = await readyToSign(api)
  const { db } = api.database
  const owner = { portfolioId: client.portfolioId, openId: client.openId }
  await api.database.transaction(async (tx) => {
    await tx.execute(sql`select set_config('dolphin.resealing', 'on', true)`)
    for (const text of PLAINLY) await sqlRunnerOf(tx).executeSql(text, [client.openId])
  })
  const cipher = startAnew(api)
  const found = async () =>
    (
      await listLoansOfNumbers(db, cipher, {
        portfolioId: 118,
        terms: [{ kind: 'account', value: '7357' }],
        limit: 5,
      })
    ).map((hit) => hit.loanNo)
  const plainIn = async () =>
    [...(await storedRows(api))].flatMap(([name, rows]) =>
      /198\.51\.100\.7|"sealed: or so"|"7357"/.test(JSON.stringify(rows)) ? [name] : [],
    )
  expect(await plainIn()).toEqual([STORED_NAMES.table.signingSessions, 'consents_given', 'loan_accounts'])
  expect(await found()).toEqual([loanNo])

  await sealRecordsJob({ ...api.deps, cipher }).run({})

  expect(await plainIn()).toEqual([])
  expect(await found()).toEqual([loanNo])
  expect(await findLoanAccount(db, { ...owner, loanNo })).toMatchObject({ accountTail: '7357' })
  expect((await listConsents(db, owner))[0]).toMatchObject({
    ipAddress: '198.51.100.7',
    userAgent: 'sealed: or so',
  })
  const [signing] = await listSigningSessions(db, { ...owner, loanNo: signer.loanNo })
  expect(signing?.evidence).toMatchObject({ opened: { ip: '198.51.100.7' } })
  await expect(
    api.database.executeSql('update consents_given set ip_address = $1', ['198.51.100.8']),
  ).rejects.toThrow('DL001')
}, 60_000)

test('what a release before sealed under the master key alone goes under the key of the record that its row leads to', async () => {
  const { client, loanNo } = await applyForLoan(api)
  const { db } = api.database
  const { keys, random, cipher } = api.deps
  const ofMaster = openFieldCipher(keys, random)
  const { portfolioId } = client
  const [request] = await listIbvRequests(db, { portfolioId, loanNo })
  await ibvLinkTable(db, ofMaster, 'plaid').save({
    portfolioId,
    requestCode: request?.requestCode ?? '',
    providerSessionId: loanNo,
    linkUrl: '',
    returnUrl: '',
    institutionId: null,
    expiresAt: api.clock.now(),
    connectionId: null,
    accessToken: 'a token',
    askedFor: null,
    closedAt: null,
  })
  const hold = {
    portfolioId,
    scope: 'person',
    subject: client.openId,
    reason: 'a letter',
    setBy: 'employee:ada-example',
    confirmedBy: 'employee:bob-example',
    setAt: api.clock.now(),
  } as const
  const holdNo = (await insertHold(db, ofMaster, hold)) ?? ''
  const versions = async () => {
    const rows = await storedRows(api)
    return ['ibv_links', 'legal_holds'].map((table) => {
      const [row] = rows.get(table) ?? []
      return Buffer.from(String(row?.['access_token'] ?? row?.['reason']), 'base64')[0]
    })
  }
  expect(await versions()).toEqual([1, 1])
  await sealRecordsJob(api.deps).run({})
  expect(await versions()).toEqual([2, 2])
  expect(await ibvLinkTable(db, cipher, 'plaid').find(loanNo)).toMatchObject({ accessToken: 'a token' })
  expect(await findHold(db, cipher, holdNo)).toMatchObject({ reason: 'a letter' })
}, 60_000)
