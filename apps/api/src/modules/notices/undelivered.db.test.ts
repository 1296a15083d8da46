import { HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { findCustomer, setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { listPaperNotices } from '@dolphin/database/notices/paper-notice-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { ContactType, OptInFlag } from '@dolphin/domain/identity/codes'
import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { ok } from '@dolphin/domain/outcome'
import { type Mail, MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { reportNotice, sendRightsNotice } from '../../testing/undelivered-notices.ts'
import { sweepNoticesJob } from './notice-outbox.ts'
import { restateNotice } from '../servicing/leaving-notices.ts'
import { sendDueNotices } from './notice-worker.ts'
import { addressProved } from './reach.ts'

let api: TestApi
let failure: MailFailure | undefined
let sent: Mail[] = []
let onSend: ((mail: Mail) => Promise<unknown>) | undefined
beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (failure !== undefined) throw failure
    await onSend?.(mail)
    sent.push(mail)
    return undefined
  }
  api = await startTestApi({ mail: { send, close: () => Promise.resolve() } })
})
beforeEach(async () => {
  await resetApi(api)
  failure = undefined
  onSend = undefined
  sent = []
})
afterAll(() => api.close())

const openItems = (
  kind: 'undeliveredNotice' | 'failedRound' | 'sendingRefused' = 'undeliveredNotice',
  portfolioId = 118,
) => listOpenWorkItems(api.database.db, { portfolioId, kind })
const paper = () => listPaperNotices(api.database.db, api.deps.cipher, 118, 10)

interface Row extends Record<string, unknown> {
  readonly noticeId: string
  readonly kind: string
  readonly delivery: string
  readonly attempts: number
  readonly failed: boolean
  readonly dedupKey: string
}

async function outboxOf({ loanNo }: Pick<SignedLoan, 'loanNo'>): Promise<Row[]> {
  const { rows } = await api.database.db.execute<Row>(
    sql`select notice_id as "noticeId", kind, delivery, attempts, failed_at is not null as failed,
      dedup_key as "dedupKey" from outbox where loan_no = ${loanNo} order by created_at, dedup_key`,
  )
  return rows
}

async function noticeOf(loan: SignedLoan, kind: string): Promise<Row> {
  const found = (await outboxOf(loan)).findLast((row) => row.kind === kind)
  if (found === undefined) throw new Error(`no notice ${kind}`)
  return found
}

const report = ({ noticeId }: Row, event: DeliveryEvent, eventId?: string) =>
  reportNotice(api, noticeId, event, eventId)
const queueRightsNotice = (loan: SignedLoan) => sendRightsNotice(api, loan)

const flagsOf = async ({ client }: SignedLoan): Promise<number> => {
  const owner = { portfolioId: 118, openId: client.openId }
  return (await findCustomer(api.database.db, api.deps.cipher, owner))?.optInFlags ?? 0
}

test('a notice about a loan that no mailbox takes becomes a work item; one of no loan does not (domain.md §14)', async () => {
  const loan = await signLoan(api)
  failure = new MailFailure(true, 550)
  await sendDueNotices({ ...api.deps, restate: (notice) => restateNotice(api.deps, notice) })
  const items = await openItems()
  expect(items.map(({ loanNo }) => loanNo)).toEqual(items.map(() => loan.loanNo))
  expect(items.map(({ facts }) => facts['notice'])).toContain('approved')
  expect(JSON.stringify(items)).not.toContain(loan.email)
  await sendDueNotices({ ...api.deps, restate: (notice) => restateNotice(api.deps, notice) })
  expect(await openItems()).toHaveLength(items.length)
})

test('a wrong password of ours gives no notice up: it waits, is a work item of the server, and goes once repaired', async () => {
  const loan = await signLoan(api)
  failure = new MailFailure(false, 535, 'sender')
  for (let round = 0; round < 15; round += 1) {
    await sendDueNotices({ ...api.deps, restate: (notice) => restateNotice(api.deps, notice) })
    api.clock.advance(5 * MINUTE_MS)
  }
  const waiting = (await outboxOf(loan)).filter(({ delivery }) => delivery === 'queued')
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.every(({ failed, attempts }) => !failed && attempts === 0)).toBe(true)
  expect(await openItems()).toEqual([])
  expect(await openItems('failedRound', 0)).toMatchObject([{ subject: 'notices/mail' }])
  failure = undefined
  await sweepNoticesJob(api.deps).run({})
  await api.runJobs()
  expect((await outboxOf(loan)).filter(({ delivery }) => delivery === 'queued')).toEqual([])
  expect(await openItems('failedRound', 0)).toEqual([])
})

describe('a failure of ours, or none at all, is not charged to the address (docs/field-cases.md)', () => {
  const refused = () => openItems('sendingRefused', 0)
  const suspended = async () =>
    (await api.database.db.execute(sql`select event from suspended_addresses`)).rows
  const runDue = async (hours: number) => {
    api.clock.advance(hours * HOUR_MS)
    await sweepNoticesJob(api.deps).run({})
    await api.runJobs()
  }

  test('FC-63: what a provider drops because of us waits and is sent again; the operator is notified once', async () => {
    const loan = await signLoan(api)
    await queueRightsNotice(loan)
    const notices = await outboxOf(loan)
    expect(notices.length).toBeGreaterThan(1)
    for (const notice of notices) expect(await report(notice, 'failedByUs')).toBe('taken')
    expect(await suspended()).toEqual([])
    expect(await flagsOf(loan)).toBe(0)
    expect(await paper()).toEqual([])
    expect(await openItems()).toEqual([])
    expect(await refused()).toMatchObject([
      { subject: 'sending/mail', facts: { channel: 'mail', source: 'mailbox', status: '5.1.1' } },
    ])
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('queued')
    sent = []
    await runDue(0.9)
    expect(sent).toEqual([])
    await runDue(0.2)
    expect(sent).toHaveLength(notices.length)
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('accepted')
    await report(await noticeOf(loan, 'rightsNotice'), 'delivered')
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('delivered')
    expect(await refused()).toHaveLength(1)
  })

  test('a drop that is reported before the mail is noted as sent is not lost', async () => {
    const loan = await signLoan(api)
    await api.runJobs()
    sent = []
    const early: Promise<unknown>[] = []
    onSend = () => {
      onSend = undefined
      early.push(outboxOf(loan).then((rows) => report(rows.at(-1)!, 'failedByUs', 'mailbox/early')))
      return Promise.all(early)
    }
    await queueRightsNotice(loan)
    expect(await noticeOf(loan, 'rightsNotice')).toMatchObject({ delivery: 'queued', failed: false })
    await runDue(3)
    expect(sent).toHaveLength(2)
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('accepted')
  })

  test('after three days a notice of law goes on paper all the same, and its address stays good', async () => {
    const loan = await signLoan(api)
    await queueRightsNotice(loan)
    for (let time = 0; (await noticeOf(loan, 'rightsNotice')).delivery !== 'rejected'; time += 1) {
      expect(time).toBeLessThan(20)
      expect(await paper()).toEqual([])
      await report(await noticeOf(loan, 'rightsNotice'), 'failedByUs', `mailbox/${time}`)
      await runDue(6)
    }
    expect(await paper()).toMatchObject([{ kind: 'rightsNotice' }])
    expect(await suspended()).toEqual([])
    expect(await refused()).toHaveLength(1)
  })

  test('one mail that the server refuses because of us holds back no other (5.7.1 at RCPT, 450 4.7.1)', async () => {
    const loan = await signLoan(api)
    await api.runJobs()
    sent = []
    const other = await signLoan(api)
    onSend = ({ to }) =>
      to === other.email ? Promise.reject(new MailFailure(true, 550, 'sender', '5.7.1')) : Promise.resolve()
    await queueRightsNotice(other)
    await queueRightsNotice(loan)
    expect(sent.map(({ to }) => to)).toContain(loan.email)
    expect((await noticeOf(other, 'rightsNotice')).delivery).toBe('queued')
    expect(await openItems('failedRound', 0)).toEqual([])
    expect(await refused()).toMatchObject([{ facts: { source: 'server', status: '5.7.1' } }])
    onSend = undefined
    await runDue(2)
    expect((await noticeOf(other, 'rightsNotice')).delivery).toBe('accepted')
  })

  test('FC-61: an out-of-office answer after a delivery changes nothing; before it, the letter is withdrawn', async () => {
    const loan = await signLoan(api)
    await queueRightsNotice(loan)
    const notice = await noticeOf(loan, 'rightsNotice')
    await report(notice, 'undetermined')
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('undetermined')
    expect(await paper()).toMatchObject([{ kind: 'rightsNotice', printedAt: null }])
    expect(await openItems()).toHaveLength(1)
    await report(notice, 'delivered')
    expect(await paper()).toEqual([])
    expect(await openItems()).toEqual([])
    await report(notice, 'undetermined', 'mailbox/again')
    expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('delivered')
    expect(await paper()).toEqual([])
    expect(await suspended()).toEqual([])
  })

  test('however often nothing says why, the address stays; each notice of law goes on paper', async () => {
    const loan = await signLoan(api)
    await queueRightsNotice(loan)
    for (const notice of await outboxOf(loan)) await report(notice, 'failedUnclear')
    expect(await paper()).toMatchObject([{ kind: 'rightsNotice' }])
    expect(await suspended()).toEqual([])
  })
})

test('a report counts once, and a late bounce sends a notice of law to the paper queue (delivery.md §7)', async () => {
  const loan = await signLoan(api)
  await queueRightsNotice(loan)
  const notice = await noticeOf(loan, 'rightsNotice')
  expect(notice.delivery).toBe('accepted')
  expect(await report(notice, 'delivered')).toBe('taken')
  expect(await report(notice, 'failedHard')).toBe('taken')
  expect(await report(notice, 'failedHard')).toBe('known')
  expect(await report(notice, 'delivered', 'mailbox/again')).toBe('taken')
  expect((await noticeOf(loan, 'rightsNotice')).delivery).toBe('bouncedHard')
  expect(await paper()).toMatchObject([{ loanNo: loan.loanNo, kind: 'rightsNotice', printedAt: null }])
  expect(await openItems()).toMatchObject([
    { loanNo: loan.loanNo, facts: { notice: 'rightsNotice', rule: '12 CFR 1041.9(c)', status: '5.1.1' } },
  ])
  expect(await flagsOf(loan)).toBe((await flagsOf(loan)) | OptInFlag.uncontactable)
  const unknown = { ...notice, noticeId: 'AAAAAAAAAAAAAAAAAAAAAA' }
  expect(await report(unknown, 'delivered')).toBe('noNotice')
})

test('another address that was proved gets it first; the item closes when it arrives there', async () => {
  const loan = await signLoan(api)
  await queueRightsNotice(loan)
  const owner = { portfolioId: 118, openId: loan.client.openId }
  const other = { contactType: ContactType.alternativeEmail, value: 'else@lender.example', verified: true }
  await saveContact(api.database.db, api.deps.cipher, owner, { contact: other, at: api.clock.now() })
  await report(await noticeOf(loan, 'rightsNotice'), 'failedHard')
  sent = []
  await api.runJobs()
  expect(sent.map(({ to }) => to)).toContain('else@lender.example')
  expect(await paper()).toEqual([])
  const second = await noticeOf(loan, 'rightsNotice')
  expect(second.dedupKey).toMatch(/\/other-address$/)
  expect(await openItems()).toHaveLength(1)
  await report(second, 'delivered')
  expect(await openItems()).toEqual([])
  await report(second, 'failedSoft')
  expect(await paper()).toMatchObject([{ noticeId: second.noticeId }])
})

test('what would go to a dead address is not tried: of law on paper, a code goes, and proved it is good again', async () => {
  const loan = await signLoan(api)
  await api.runJobs()
  await report(await noticeOf(loan, 'approved'), 'failedHard')
  sent = []
  await queueRightsNotice(loan)
  expect(sent).toEqual([])
  expect(await paper()).toMatchObject([{ kind: 'rightsNotice' }])
  const { openId } = loan.client
  await api.deps.units.write(async (unit) => {
    const about = { portfolioId: 118, openId, loanNo: null, recipient: loan.email }
    const values = { code: '000000', validMinutes: '10' }
    await api.deps.notices.send(unit, { ...about, kind: 'contactCode', dedupKey: 'code/1', values })
    return ok(undefined)
  })
  await api.runJobs()
  expect(sent.map(({ to }) => to)).toEqual([loan.email])
  await api.deps.units.write(async (unit) =>
    ok(await addressProved(api.deps, unit, { portfolioId: 118, openId }, loan.email)),
  )
  expect((await flagsOf(loan)) & OptInFlag.uncontactable).toBe(0)
})

test('a complaint ends advertising and nothing else; an advertisement without consent is not sent', async () => {
  const loan = await signLoan(api)
  await api.runJobs()
  const owner = { portfolioId: 118, openId: loan.client.openId }
  await setOptInFlags(api.database.db, owner, OptInFlag.marketing | OptInFlag.operation, api.clock.now())
  await report(await noticeOf(loan, 'approved'), 'complained')
  expect((await flagsOf(loan)) & (OptInFlag.marketing | OptInFlag.operation)).toBe(OptInFlag.operation)
  expect(await openItems()).toEqual([])
  sent = []
  await api.deps.units.write(async (unit) => {
    await api.deps.notices.send(unit, {
      ...owner,
      loanNo: null,
      kind: 'couponIssued',
      recipient: loan.email,
      dedupKey: 'coupon/test',
      values: {
        firstName: 'Jordan',
        couponCode: 'A',
        couponName: 'A',
        couponValue: '1',
        validThrough: '',
        link: 'https://x.example',
      },
    })
    return ok(undefined)
  })
  await api.runJobs()
  expect(sent).toEqual([])
})

test('three soft failures in two weeks suspend an address, two do not (delivery.md §3)', async () => {
  const loan = await signLoan(api)
  await queueRightsNotice(loan)
  const others = (await outboxOf(loan)).filter(({ kind }) => kind !== 'rightsNotice')
  const [first, second] = others
  const third = await noticeOf(loan, 'rightsNotice')
  if (first === undefined || second === undefined) throw new Error('a signed loan has three notices')
  await report(first, 'failedSoft')
  await report(second, 'failedSoft')
  expect((await flagsOf(loan)) & OptInFlag.uncontactable).toBe(0)
  await report(third, 'failedSoft')
  expect((await flagsOf(loan)) & OptInFlag.uncontactable).toBe(OptInFlag.uncontactable)
})

test('every mail says whose it is: Reply-To of the lender, Auto-Submitted, and no one-click for a notice', async () => {
  await signLoan(api)
  await api.runJobs()
  const [mail] = sent
  expect(mail?.replyTo).toContain('@')
  expect(mail?.headers).toEqual({ 'Auto-Submitted': 'auto-generated' })
})
