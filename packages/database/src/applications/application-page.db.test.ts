import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { assert } from '@dolphin/domain/assert'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApplicationPage } from './application-page-repository.ts'
import { insertApplication, listSections, openedSection, saveSection } from './application-repository.ts'
import {
  insertSigningSession,
  listSigningSessions,
  updateSigningSession,
} from '../agreements/signing-session-repository.ts'
import { insertIbvRequest, listIbvRequests, moveIbvStatus } from '../verification/ibv-repository.ts'
import { findLoan } from '../loans/loan-repository.ts'
import { findResource, insertResource } from './resource-repository.ts'

const at = new Date('2026-03-03T15:00:00.123Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS)
const cipher = testCipher()

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(async () => await database.close())

async function begunLoan() {
  const { db } = database
  const loan = await findLoan(db, await storedLoan(db))
  assert(loan !== undefined, 'the loan is there')
  const { portfolioId, customerKey, applicationNo, loanNo } = loan
  await insertApplication(db, { portfolioId, customerKey, applicationNo, loanNo, openId: null }, at)
  return loan
}
type BegunLoan = Awaited<ReturnType<typeof begunLoan>>

/** Two of everything that a page may ask, so that order and choice show. */
async function fill({ portfolioId, customerKey, loanNo, applicationNo }: BegunLoan, linkHash: string) {
  const { db } = database
  const section = { answers: { firstName: 'Avery' }, complete: true, formVersion: 3 }
  for (const sectionKey of ['personal', 'bank'] as const)
    await saveSection(
      db,
      cipher,
      { portfolioId, customerKey, applicationNo },
      { section: { ...section, sectionKey }, readVersion: 0, at },
    )
  for (const serial of [1, 2]) {
    const requestCode = `${loanNo}/${serial}`
    const key = { portfolioId, requestCode }
    await insertIbvRequest(db, {
      ...key,
      customerKey,
      loanNo,
      provider: 'sandbox',
      providerReference: '',
      status: TransactionStatus.none,
      createdAt: later(serial),
      expiresAt: later(600),
    })
    await moveIbvStatus(db, key, { from: [0], to: 1, institution: 'A Bank' }, later(serial + 1))
    await insertSigningSession(db, {
      ...key,
      customerKey,
      loanNo,
      openId: 'avery',
      termsDigest: String(serial).repeat(64),
      documentNo: null,
      documentHash: null,
      evidence: {},
      openedAt: later(serial),
      expiresAt: later(60),
    })
    if (serial === 1) await updateSigningSession(db, key, { from: 0, to: 4 }, later(2))
  }
  await insertResource(db, cipher, {
    tokenHash: linkHash,
    portfolioId,
    purpose: 'application',
    subject: { applicationNo, loanNo },
    sealedSubject: null,
    createdAt: at,
    expiresAt: later(90),
    maxUses: null,
  })
}

test('the page of an application is what its lists are, to the value (docs/decisions/hot-reads.md)', async () => {
  const { db } = database
  const loan = await begunLoan()
  await fill(loan, 'a-link')
  await fill(await begunLoan(), 'another-link')
  const page = await findApplicationPage(db, cipher, loan, 'a-link')
  const [signingSession] = await listSigningSessions(db, loan)
  const link = await findResource(db, cipher, 'a-link')
  expect({ ...page, sections: page.sections.map(openedSection) }).toEqual({
    sections: await listSections(db, cipher, loan),
    attempts: await listIbvRequests(db, loan),
    signingSession: {
      requestCode: signingSession?.requestCode,
      signStatus: signingSession?.signStatus,
      openedAt: signingSession?.openedAt,
    },
    linkExpiresAt: link?.expiresAt,
  })
  expect(page.sections).toHaveLength(2)
  expect(page.attempts.map(({ requestCode }) => requestCode)).toEqual([
    `${loan.loanNo}/2`,
    `${loan.loanNo}/1`,
  ])
  expect(page.signingSession).toMatchObject({
    requestCode: `${loan.loanNo}/2`,
    signStatus: SignStatus.notSigned,
  })
})

test('of a loan just begun there is nothing yet', async () => {
  const loan = await begunLoan()
  expect(await findApplicationPage(database.db, cipher, loan, 'never made')).toEqual({
    sections: [],
    attempts: [],
    signingSession: undefined,
    linkExpiresAt: undefined,
  })
})
