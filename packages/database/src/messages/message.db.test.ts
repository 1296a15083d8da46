import { SignStatus } from '@dolphin/domain/loans/codes'
import { localDate } from '@dolphin/domain/calendar/local-date'
import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appendAudit, isAuditIntact, listAudit } from '../examiner/audit-repository.ts'
import {
  addBankHoliday,
  countBankHolidays,
  listBankHolidays,
  seedBankHolidays,
} from '../reference-data/bank-holiday-repository.ts'
import {
  addEvidence,
  findSigningSession,
  findOpenSigningSession,
  insertSigningSession,
  listSigningSessions,
  listExpiredSigningSessions,
  lockSigningSession,
  updateSigningSession,
} from '../agreements/signing-session-repository.ts'
import { currentConsents, listConsents, recordConsents } from '../consents/consent-repository.ts'
import {
  findDocumentByHash,
  findOwnDocument,
  insertDocument,
  listDocumentsOfLoan,
  listOwnDocuments,
} from '../documents/document-repository.ts'
import { insertBehaviorRecords, insertBusinessEvent } from '../driver/event-repository.ts'
import {
  findIbvRequest,
  findIbvRequestByReference,
  findLatestIbvReport,
  insertIbvRequest,
  listIbvRequests,
  listIbvRequestsToPoll,
  listWaitingIbvRequests,
  moveIbvStatus,
  saveIbvReport,
  setNextPoll,
  takeProviderEvent,
} from '../verification/ibv-repository.ts'
import { insertMail, listMails, listOwnMails } from '../notices/mail-repository.ts'
import {
  markNoticeFailed,
  markNoticeSent,
  postponeNotice,
  queueNotice,
  takeDueNotices,
} from '../notices/outbox-repository.ts'
import type { KeyedLoan } from '../driver/owner.ts'
import { missedTickets } from '../channel/ticket-cursor.ts'
import {
  appendTicket,
  listTicketsAfter,
  parseTicketPayload,
  TICKET_CHANNEL,
} from '../channel/ticket-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const cipher = testCipher()
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

let database: TestDatabase
let loan: KeyedLoan

beforeAll(async () => {
  database = await openTestDatabase()
  loan = await storedLoan(database.db, { openId: anna.openId })
})
afterAll(async () => await database.close())

const handedOver = (when: Date) => ({ addressIndex: 'a1', providerId: null, at: when })

describe('tickets', () => {
  test('ids ascend without gaps in the order of commits, and nodes hear of each', async () => {
    const heard: string[] = []
    await database.listen(TICKET_CHANNEL, (payload) => heard.push(payload))
    const ids = await Promise.all(
      Array.from(
        { length: 12 },
        async (_, index) =>
          await database.transaction(async (tx) => {
            const id = await appendTicket(tx, anna, { ticket: 3003, data: { index }, at })
            if (index % 4 === 0) throw new RangeError('rolled back')
            return id
          }),
      ).map(async (one) => await one.catch(() => 0)),
    )
    expect(ids.filter((id) => id > 0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    const seen = await listTicketsAfter(database.db, anna, 4, 3)
    expect(seen.map(({ id, ticket }) => [id, ticket])).toEqual([
      [5, 3003],
      [6, 3003],
      [7, 3003],
    ])
    expect(await listTicketsAfter(database.db, otherCustomer, 0, 10)).toEqual([])
    await expect.poll(() => heard.length).toBe(9)
    expect(new Set(heard.map((payload) => parseTicketPayload(payload)?.id))).toEqual(
      new Set([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    )
    expect(parseTicketPayload(heard[0] ?? '')).toMatchObject(anna)
  })

  test('a page that comes back learns the newest and what came since, in one statement', async () => {
    const bert = { portfolioId: 118, openId: 'bert' }
    for (const step of [1, 2, 3, 4])
      await appendTicket(database.db, bert, { ticket: 3003, data: { step }, at })
    await appendTicket(database.db, { ...bert, portfolioId: 110 }, { ticket: 3003, data: { step: 9 }, at })
    const missed = await missedTickets(database.db, bert, 1, 2)
    expect(missed).toEqual({
      newest: 4,
      missed: [2, 3].map((id) => ({ id, ticket: 3003, data: { step: id }, at })),
    })
    expect(await missedTickets(database.db, bert, null, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, bert, 4, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, bert, 7, 10)).toEqual({ newest: 4, missed: [] })
    expect(await missedTickets(database.db, otherCustomer, 0, 10)).toEqual({ newest: 0, missed: [] })
  })

  test.each(['', '118', '118/x/anna', '118/1/', 'a/1/b'])('"%s" is no ticket', (payload) => {
    expect(parseTicketPayload(payload)).toBeUndefined()
  })
})

describe('outbox', () => {
  const notice = (noticeId: string, dedupKey = noticeId) => ({
    ...anna,
    noticeId,
    dedupKey,
    kind: 'qualified',
    channel: 'mail' as const,
    language: null,
    loanNo: loan.loanNo,
    recipient: 'anna@example.com',
    payload: { amount: '$500.00' },
  })
  const take = async (when: Date, limit = 10) =>
    await database.transaction(
      async (tx) =>
        await takeDueNotices(tx, cipher, { at: when, retryAt: new Date(when.getTime() + 60_000), limit }),
    )

  test('the same notice is queued once, and never without its fact', async () => {
    expect(await queueNotice(database.db, cipher, notice('n1'), at)).toBe(true)
    expect(await queueNotice(database.db, cipher, notice('n2', 'n1'), at)).toBe(false)
    const { rows } = await database.executeSql('select * from outbox')
    expect(JSON.stringify(rows)).not.toMatch(/example\.com|500/)
  })

  test('that somebody waits for goes before what was due earlier', async () => {
    await queueNotice(database.db, cipher, notice('n10'), later(-20))
    await queueNotice(database.db, cipher, { ...notice('n11'), kind: 'loginCode' }, later(-10))
    const inTurn = [await take(later(-5), 1), await take(later(-5), 1)].flat()
    expect(inTurn.map(({ noticeId }) => noticeId)).toEqual(['n11', 'n10'])
    for (const one of inTurn) await markNoticeSent(database.db, one, handedOver(later(-5)))
  })

  test('is one worker’s at a time, and another’s when that one dies', async () => {
    await queueNotice(database.db, cipher, notice('n3'), later(1))
    const taken = await Promise.all([take(later(1)), take(later(1)), take(later(1))])
    expect(
      taken
        .flat()
        .map(({ noticeId }) => noticeId)
        .toSorted(),
    ).toEqual(['n1', 'n3'])
    expect(taken.flat()[0]).toMatchObject({
      recipient: 'anna@example.com',
      payload: { amount: '$500.00' },
      attempts: 0,
    })
    expect(await take(later(60))).toEqual([])
    const again = await take(later(62))
    expect(again.map(({ attempts }) => attempts)).toEqual([1, 1])
  })

  test('sent, given up and postponed ones are not taken again before their time', async () => {
    await queueNotice(database.db, cipher, notice('n4'), at)
    await markNoticeSent(database.db, { portfolioId: 118, noticeId: 'n1' }, handedOver(at))
    await markNoticeFailed(database.db, { portfolioId: 118, noticeId: 'n3' }, at)
    await postponeNotice(
      database.db,
      { portfolioId: 118, noticeId: 'n4' },
      { retryAt: later(5_000), attempts: 0 },
    )
    expect(await take(later(4_999))).toEqual([])
    expect((await take(later(5_000))).map(({ noticeId }) => noticeId)).toEqual(['n4'])
  })

  test('mails are kept sealed and shown to their customer only', async () => {
    const mail = {
      ...anna,
      customerKey: anna.openId,
      mailId: 'm1',
      kind: 'qualified',
      channel: 'mail' as const,
      loanNo: null,
      recipient: 'anna@example.com',
      subject: 'Your offer',
      content: { html: '<p>$500.00</p>', text: '$500.00' },
      sentAt: at,
    }
    await insertMail(database.db, cipher, mail)
    await insertMail(database.db, cipher, mail)
    expect(await listOwnMails(database.db, cipher, anna)).toEqual([mail])
    expect(await listMails(database.db, cipher, 5)).toEqual([mail])
    expect(await listMails(database.db, cipher, 5, [mail.kind])).toEqual([mail])
    expect(await listMails(database.db, cipher, 5, ['loginCode'])).toEqual([])
    expect(await listOwnMails(database.db, cipher, otherCustomer)).toEqual([])
  })
})

describe('signing sessions (domain.md §8)', () => {
  const signingSession = (requestCode: string, termsDigest = 'a'.repeat(64)) => ({
    ...loan,
    requestCode,
    openId: anna.openId,
    termsDigest,
    documentNo: null,
    documentHash: null,
    evidence: { opened: 'here' },
    openedAt: at,
    expiresAt: later(60),
  })
  const key = (requestCode: string) => ({ portfolioId: 118, requestCode })

  test('one is open per loan; it is signed exactly once', async () => {
    expect(await insertSigningSession(database.db, signingSession('c1'))).toBe(true)
    expect(await insertSigningSession(database.db, signingSession('c2', 'b'.repeat(64)))).toBe(false)
    expect(await addEvidence(database.db, key('c1'), { read: true }, at)).toBe(true)
    expect(await findOpenSigningSession(database.db, loan)).toMatchObject({ requestCode: 'c1' })
    expect(await listExpiredSigningSessions(database.db, later(60), 5)).toHaveLength(1)
    const signings = await Promise.all(
      [1, 2, 3, 4].map(
        async () =>
          await database.transaction(async (tx) => {
            await lockSigningSession(tx, key('c1'))
            return await updateSigningSession(
              tx,
              key('c1'),
              { from: 0, to: 1, signedAt: at, documentNo: 'D1' },
              at,
            )
          }),
      ),
    )
    expect(signings.filter(Boolean)).toHaveLength(1)
    expect(await addEvidence(database.db, key('c1'), { late: true }, at)).toBe(false)
    expect(await findSigningSession(database.db, key('c1'))).toMatchObject({
      signStatus: SignStatus.signed,
      documentNo: 'D1',
      evidence: { opened: 'here', read: true },
    })
    expect(await findSigningSession(database.db, { ...key('c1'), portfolioId: 110 })).toBeUndefined()
  })

  test('terms once signed are not signed again, other terms are', async () => {
    expect(await insertSigningSession(database.db, signingSession('c3'))).toBe(true)
    await expect(updateSigningSession(database.db, key('c3'), { from: 0, to: 1 }, at)).rejects.toThrow(
      '23505',
    )
    await updateSigningSession(database.db, key('c3'), { from: 0, to: 4 }, at)
    expect(await insertSigningSession(database.db, signingSession('c4', 'b'.repeat(64)))).toBe(true)
    expect(await listSigningSessions(database.db, loan)).toHaveLength(3)
  })
})

test("a document is its owner's (design/security.md T20)", async () => {
  const document = {
    ...anna,
    documentNo: 'D1',
    loanNo: loan.loanNo,
    documentType: 1 as const,
    title: 'Agreement',
    mediaType: 'application/pdf',
    sha256: 'd'.repeat(64),
    sizeBytes: 10,
    objectKey: 'documents/D1',
    evidence: {},
    sealedAt: at,
    createdAt: at,
  }
  await insertDocument(database.db, document)
  const stored = { ...document, customerKey: anna.openId }
  expect(await findOwnDocument(database.db, anna, 'D1')).toEqual(stored)
  expect(await findOwnDocument(database.db, otherCustomer, 'D1')).toBeUndefined()
  expect(await listOwnDocuments(database.db, anna)).toEqual([stored])
  expect(await listDocumentsOfLoan(database.db, loan)).toEqual([stored])
  expect(await findDocumentByHash(database.db, document.sha256)).toEqual(stored)
  expect(await findDocumentByHash(database.db, 'e'.repeat(64))).toBeUndefined()
})

test('the last word on a consent counts, and every word is kept', async () => {
  const consent = { templateVersion: '1', ipAddress: '192.0.2.1', userAgent: 'test' }
  const say = async (kind: string, given: boolean) =>
    await database.transaction(
      async (tx) => await recordConsents(tx, cipher, anna, { consents: [{ ...consent, kind, given }], at }),
    )
  await Promise.all([say('sms', true), say('ach', true), say('credit', true)])
  await say('sms', false)
  const current = await currentConsents(database.db, anna)
  expect([current.get('sms')?.given, current.get('ach')?.given]).toEqual([false, true])
  expect((await listConsents(database.db, anna)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4])
  expect(await listConsents(database.db, otherCustomer)).toEqual([])
  await expect(database.executeSql('update consents_given set given = true')).rejects.toThrow('DL001')
})

describe('bank links', () => {
  const key = { portfolioId: 118, requestCode: 'ibv1' }

  test('a status moves forward by compare-and-set; late events change nothing (design/security.md T21)', async () => {
    const request = { ...key, ...loan, provider: 'sandbox', providerReference: '', status: 0 as const }
    await insertIbvRequest(database.db, { ...request, createdAt: at, expiresAt: later(600) })
    const started = { from: [0], to: 1, providerReference: 'ref' } as const
    expect(await moveIbvStatus(database.db, key, started, later(1))).toBe(true)
    expect(await findIbvRequestByReference(database.db, 'sandbox', 'ref')).toMatchObject(key)
    expect(
      await moveIbvStatus(database.db, key, { from: [1, 3, 20], to: 100, institution: 'A Bank' }, later(2)),
    ).toBe(true)
    expect(await moveIbvStatus(database.db, key, { from: [1], to: 3 }, later(3))).toBe(false)
    expect(await findIbvRequest(database.db, key)).toMatchObject({ status: 100, institution: 'A Bank' })
    expect(await listIbvRequests(database.db, loan)).toHaveLength(1)
    const silent = (states: readonly IbvStatus[]) => ({ providers: ['sandbox'], states })
    const waiting = (more: Partial<Parameters<typeof listWaitingIbvRequests>[1]> = {}) =>
      listWaitingIbvRequests(database.db, { ...silent([100]), portfolioIds: [118], ...more }, 5)
    expect(await waiting()).toHaveLength(1)
    expect(await waiting({ portfolioIds: [110] })).toEqual([])
    expect(await waiting({ states: [1, 20] })).toEqual([])
    expect(await waiting({ after: { updatedAt: later(2), requestCode: 'ibv0' } })).toHaveLength(1)
    expect(await waiting({ after: { updatedAt: later(2), requestCode: 'ibv1' } })).toEqual([])
    expect(await listIbvRequestsToPoll(database.db, silent([100]), at, 5)).toHaveLength(1)
    await setNextPoll(database.db, key, later(9))
    expect(await listIbvRequestsToPoll(database.db, silent([100]), later(8), 5)).toEqual([])
    expect(await listIbvRequestsToPoll(database.db, silent([100]), later(9), 5)).toHaveLength(1)
  })

  test('a report is kept sealed; a repeated one replaces it', async () => {
    for (const balance of ['1.00', '2.00']) {
      await saveIbvReport(
        database.db,
        cipher,
        { ...key, ...loan },
        { report: { balance, account: '900000001' }, at },
      )
    }
    expect(await findLatestIbvReport(database.db, cipher, loan)).toMatchObject({
      requestCode: 'ibv1',
      report: { balance: '2.00' },
    })
    const { rows } = await database.executeSql('select * from ibv_reports')
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('900000001')
  })

  test('a provider event is taken once', async () => {
    expect(await takeProviderEvent(database.db, 'sandbox', 'e1', at)).toBe(true)
    expect(await takeProviderEvent(database.db, 'sandbox', 'e1', at)).toBe(false)
  })
})

describe('audit', () => {
  test('events about a subject chain, and any change breaks the chain (design/security.md T17)', async () => {
    const event = { portfolioId: 118, subject: loan.loanNo, actor: 'system', at }
    await Promise.all(
      ['a', 'b', 'c'].map(
        async (action) =>
          await database.transaction(
            async (tx) =>
              await appendAudit(tx, { ...event, action, facts: { z: 1, a: { y: [1], b: null } } }),
          ),
      ),
    )
    expect((await listAudit(database.db, 118, loan.loanNo)).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3,
    ])
    expect(await isAuditIntact(database.db, 118, loan.loanNo)).toBe(true)
    await expect(database.executeSql('delete from audit_events')).rejects.toThrow('DL001')
    await database.executeSql('alter table audit_events disable trigger user')
    await database.executeSql("update audit_events set actor = 'somebody' where sequence = 2")
    await database.executeSql('alter table audit_events enable trigger user')
    expect(await isAuditIntact(database.db, 118, loan.loanNo)).toBe(false)
  })

  test('business events and behavior records are stored', async () => {
    const record = { portfolioId: 118, event: 'viewed', payload: { page: 'home' }, at }
    await insertBusinessEvent(database.db, {
      ...record,
      customerKey: STORED_NAMES.customerKey.none,
      openId: null,
    })
    await insertBehaviorRecords(database.db, [
      { ...record, source: 'web' },
      { ...record, source: 'web' },
    ])
    await insertBehaviorRecords(database.db, [])
    const { rows } = await database.executeSql(
      'select event from business_events union all select event from behavior_records',
    )
    expect(rows).toHaveLength(3)
  })
})

test('bank holidays are listed by day, and a day that is closed keeps its name', async () => {
  const holidays = [
    { holiday: localDate(2026, 12, 25), name: 'Christmas Day' },
    { holiday: localDate(2026, 1, 1), name: 'New Year’s Day' },
  ]
  await seedBankHolidays(database.db, holidays)
  await seedBankHolidays(database.db, holidays)
  const mourning = { holiday: localDate(2026, 7, 1), name: 'National Day of Mourning' }
  expect(await addBankHoliday(database.db, mourning)).toEqual(mourning)
  expect(await addBankHoliday(database.db, { ...mourning, name: 'Another' })).toEqual(mourning)
  expect(await listBankHolidays(database.db)).toEqual([holidays[1], mourning, holidays[0]])
  expect(await countBankHolidays(database.db)).toBe(3)
})
