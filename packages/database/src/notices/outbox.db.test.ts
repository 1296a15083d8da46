import { testCipher } from '@dolphin/testkit/field-cipher-fixture'
import { databaseWithLoan } from '@dolphin/testkit/loan-of-customer'
import { afterAll, describe, expect, test } from 'vitest'
import { insertMail, listMails, listOwnMails } from './mail-repository.ts'
import {
  markNoticeFailed,
  markNoticeSent,
  postponeNotice,
  queueNotice,
  sendNoticeAgain,
  takeDueNotices,
} from './outbox-repository.ts'

const at = new Date('2026-03-03T15:00:00.456Z')
const later = (seconds: number): Date => new Date(at.getTime() + seconds * 1000)
const cipher = testCipher()
const anna = { portfolioId: 118, openId: 'anna/1' }
const otherCustomer = { portfolioId: 110, openId: 'anna/1' }

const { database, loan } = await databaseWithLoan(anna.openId)
afterAll(async () => await database.close())

const handedOver = (when: Date, attempts = 0) => ({
  addressIndex: 'a1',
  providerId: null,
  attempts,
  at: when,
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
    await markNoticeSent(database.db, { portfolioId: 118, noticeId: 'n1' }, handedOver(at, 1))
    await markNoticeFailed(database.db, { portfolioId: 118, noticeId: 'n3' }, at)
    await postponeNotice(
      database.db,
      { portfolioId: 118, noticeId: 'n4' },
      { retryAt: later(5_000), attempts: 0 },
    )
    expect(await take(later(4_999))).toEqual([])
    expect((await take(later(5_000))).map(({ noticeId }) => noticeId)).toEqual(['n4'])
  })

  test('one that comes back waits again, and the try that was reported marks it no more', async () => {
    const key = { portfolioId: 118, noticeId: 'n6' }
    await markNoticeFailed(database.db, { portfolioId: 118, noticeId: 'n4' }, at)
    await queueNotice(database.db, cipher, notice('n6'), later(6_000))
    expect((await take(later(6_000))).map(({ noticeId }) => noticeId)).toEqual(['n6'])
    await sendNoticeAgain(database.db, key, later(7_000))
    await markNoticeSent(database.db, key, handedOver(later(6_001)))
    expect(await take(later(6_999))).toEqual([])
    const [again] = await take(later(7_000))
    expect(again).toMatchObject({ noticeId: 'n6', attempts: 2 })
    await markNoticeSent(database.db, key, handedOver(later(7_000), 2))
    expect(await take(later(9_000))).toEqual([])
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
