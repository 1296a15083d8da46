import { TransactionType, TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { insertAccountEntry } from '@dolphin/database/servicing/account-entry-repository'
import { insertInboxEntry, insertInboxFile } from '@dolphin/database/payments/ach-inbox-repository'
import { replaceRecoveryCodes } from '@dolphin/database/identity/authenticator-repository'
import { insertDeliveryEvent, lockNotice, setDelivery } from '@dolphin/database/notices/delivery-repository'
import { listOwnMails } from '@dolphin/database/notices/mail-repository'
import { insertPaperNotice } from '@dolphin/database/notices/paper-notice-repository'
import { suspendAddress } from '@dolphin/database/notices/suspended-address-repository'
import { assert } from '@dolphin/domain/assert'
import { saveContact } from '@dolphin/database/identity/contact-repository'
import { grantCoupon, reserveCoupon } from '@dolphin/database/coupons/coupon-repository'
import { insertEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { insertLoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { insertLoginCode, knowDevice } from '@dolphin/database/identity/login-code-repository'
import {
  insertManualPosting,
  manualPostingPlace,
} from '@dolphin/database/servicing/manual-posting-repository'
import { insertDocumentRequest } from '@dolphin/database/applications/document-request-repository'
import { insertApproval } from '@dolphin/database/approvals/approval-repository'
import { insertRelease } from '@dolphin/database/portfolios/portfolio-release-repository'
import { addSecureMessage } from '@dolphin/database/messages/secure-message-repository'
import { appendTicket } from '@dolphin/database/channel/ticket-repository'
import { insertTransaction } from '@dolphin/database/payments/transaction-repository'
import { insertDishonoredReturn } from '@dolphin/database/payments/dishonored-return-repository'
import { insertWorkItem } from '@dolphin/database/work-items/work-item-repository'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { DAY_MS, HOUR_MS } from '@dolphin/domain/time/durations'
import { LATE_DOCUMENT_REQUEST } from '@dolphin/api/testing/document-requests'
import type { Scene } from '@dolphin/api/testing/call-coverage/scene'

const HASH = 'a'.repeat(64)
const AMOUNT = cents(1_500n)
const PORTFOLIO = 118
/** Of the account that a debit came back from. */
export const ACCOUNT_KEY = 'b'.repeat(64)
export const DEVICE_HASH = 'c'.repeat(64)
/** Of no customer: the owner's number at another portfolio. */
export const DEVICE_HASH_ELSEWHERE = 'd'.repeat(64)
export const RECOVERY_HASH = 'd'.repeat(64)
export const INBOX_HASH = 'e'.repeat(64)
export const INBOX_TRACE = '091000010009999'
export const WORK_ITEM = { kind: 'refusedReturn', subject: `return/${INBOX_TRACE}` } as const

/** A return that is sent back; its identity is that of the entry of the bank. */
export const DISHONOR = {
  portfolioId: 118,
  dishonorNo: 'D900001',
  code: 'R68',
  originalTrace: INBOX_TRACE,
  returnCode: 'R03',
  amount: cents(7_861n),
  bankTrace: '123456780000001',
  bankDate: '2026-03-16',
  sha256: INBOX_HASH,
  line: 1,
} as const

/** Accounts whose bank is to be asked. */
export const UNVALIDATED = `update loan_accounts set sequence = 1, ended_at = null, validated_by = null, prenote_trace = null,
  prenote_return_code = null`

export function dayOf(text: string): LocalDate {
  const day = parseLocalDate(text)
  if (day === undefined) throw new Error(`${text} is no day`)
  return day
}

/**
 * Gives the owner and the borrower of the scene a row in every table that a few calls leave empty, so that there is
 * something to be seen, or changed, wherever a filter lets too much through.
 */
export async function addMoreRows(scene: Scene): Promise<void> {
  const { database } = scene.api
  await database.transaction(async (tx) => {
    await addIdentityRows(tx, scene)
    await addMoneyRows(tx, scene)
    await addDocumentRows(tx, scene)
    await addDeliveryRows(tx, scene)
  })
}

type Tx = Parameters<Parameters<Scene['api']['database']['transaction']>[0]>[0]

async function addIdentityRows(tx: Tx, { api, owner }: Scene): Promise<void> {
  const now = api.clock.now()
  const later = new Date(now.getTime() + HOUR_MS)
  const customer = { portfolioId: PORTFOLIO, openId: owner.openId }
  const { cipher } = api.deps
  await knowDevice(tx, customer, { deviceHash: DEVICE_HASH, trusted: true, at: now, expiresAt: later })
  const elsewhere = { ...customer, portfolioId: 110 }
  await knowDevice(tx, elsewhere, {
    deviceHash: DEVICE_HASH_ELSEWHERE,
    trusted: true,
    at: now,
    expiresAt: later,
  })
  await replaceRecoveryCodes(tx, customer, [RECOVERY_HASH], now)
  await saveContact(tx, cipher, customer, {
    contact: { contactType: 3, value: '3025550155', verified: false },
    at: now,
  })
  await insertLoginCode(tx, {
    ...customer,
    flowId: 'a-flow-of-the-owner',
    purpose: 'contact',
    codeHash: HASH,
    sentBy: 'sms',
    contactType: 3,
    firstSentAt: now,
    expiresAt: later,
  })
  await appendTicket(tx, customer, { ticket: Ticket.inProgress, data: { loanNo: 'a loan' }, at: now })
}

/** The address of a notice that failed. */
export const ADDRESS_INDEX = 'an-address-of-the-owner'

/** A notice of each customer that did not arrive, in the paper queue, and what followed. */
async function addDeliveryRows(tx: Tx, { api, owner, borrower }: Scene): Promise<void> {
  const now = api.clock.now()
  const { cipher } = api.deps
  for (const { openId, loanNo } of [
    { openId: owner.openId, loanNo: borrower.loanNo },
    { openId: borrower.client.openId, loanNo: borrower.loanNo },
  ]) {
    const [row] = await listOwnMails(tx, cipher, { portfolioId: PORTFOLIO, openId })
    assert(row !== undefined, 'each customer had a mail')
    const key = { portfolioId: PORTFOLIO, noticeId: row.mailId }
    const notice = await lockNotice(tx, cipher, key)
    assert(notice !== undefined, 'a mail was a notice')
    const about = { ...notice, loanNo }
    const event = { eventId: 'test/1', source: 'test', event: 'failedSoft', status: null } as const
    await insertDeliveryEvent(tx, cipher, about, { ...event, mailboxFull: false, evidence: null, at: now })
    await setDelivery(tx, key, { delivery: 'bouncedSoft', addressIndex: ADDRESS_INDEX, at: now })
    await insertPaperNotice(tx, { ...about, kind: row.kind, queuedAt: now })
    const suspended = { addressIndex: ADDRESS_INDEX, event: 'failedHard' } as const
    await suspendAddress(tx, { portfolioId: PORTFOLIO, openId }, suspended, now)
  }
}

async function addMoneyRows(tx: Tx, { api, borrower }: Scene): Promise<void> {
  const now = api.clock.now()
  const today = dayOf('2026-03-05')
  const loan = { portfolioId: PORTFOLIO, customerKey: borrower.client.openId, loanNo: borrower.loanNo }
  const by = { cause: 'a row for the proof', actor: 'system', at: now }
  await insertAccountEntry(tx, {
    ...loan,
    entryNo: 'F1',
    kind: 'fee',
    amount: AMOUNT,
    effectiveDate: today,
    cause: 'a fee',
    transactionNo: null,
    actor: 'system',
    createdAt: now,
  })
  const returned = {
    ...loan,
    openId: borrower.client.openId,
    type: TransactionType.debit,
    mode: TransactionMode.ach,
    amount: AMOUNT,
    effectiveDate: today,
    accountKey: ACCOUNT_KEY,
  }
  await insertTransaction(
    tx,
    {
      ...returned,
      transactionNo: '900001',
      status: TransactionStatus.rejected,
      instructionKey: 'a debit that came back',
      installmentNumber: 1,
    },
    by,
  )
  await insertTransaction(
    tx,
    {
      ...returned,
      transactionNo: '900002',
      status: TransactionStatus.none,
      instructionKey: 'a debit to come',
      installmentNumber: 2,
    },
    by,
  )
  await insertTransaction(
    tx,
    {
      ...returned,
      transactionNo: '900003',
      type: TransactionType.refund,
      status: TransactionStatus.none,
      instructionKey: 'a refund',
      installmentNumber: null,
    },
    by,
  )
  await tx.execute(
    `update transactions set return_code = 'R03', returned_on = '2026-03-05', trace_number = '${INBOX_TRACE}'
      where transaction_no = '900001'`,
  )
  await tx.execute(
    `update loan_accounts set account_key = '${ACCOUNT_KEY}' where loan_no = '${borrower.loanNo}'`,
  )
  await tx.execute(`insert into transaction_history
      (portfolio_id, customer_key, transaction_no, loan_no, sequence, to_status, cause, actor, at)
      values (${PORTFOLIO}, '${loan.customerKey}', '900001', '${loan.loanNo}', 9, 4, 'a batch', 'system', '2026-03-03')`)
  await tx.execute(`insert into loan_history
      (portfolio_id, customer_key, loan_no, sequence, from_status, to_status, cause, actor, at)
      values (${PORTFOLIO}, '${loan.customerKey}', '${loan.loanNo}', 90, 204, 203, 'a person', 'system', '2026-01-01')`)
  await insertEligibilityDecisions(tx, [
    {
      ...loan,
      decisionNo: 'G900001',
      transactionNo: '900001',
      asked: 'batch',
      allowed: false,
      rule: 'twoFailures',
      words: 'Two payments came back.',
      facts: {},
      at: now,
    },
  ])
  await insertInboxFile(tx, {
    portfolioId: PORTFOLIO,
    sha256: INBOX_HASH,
    fileName: 'returns.ach',
    status: 'taken',
    errors: [],
    returns: 1,
    noticesOfChange: 0,
    receivedAt: now,
  })
  await insertInboxEntry(tx, {
    ...loan,
    kind: 'return',
    originalTrace: INBOX_TRACE,
    code: 'R03',
    amount: cents(7_861n),
    bankTrace: '123456780000001',
    bankDate: '2026-03-16',
    sha256: INBOX_HASH,
    line: 1,
    transactionNo: '900001',
    addenda: {},
    applied: 'applied',
    at: now,
  })
  await insertDishonoredReturn(tx, {
    ...DISHONOR,
    loanNo: loan.loanNo,
    transactionNo: '900001',
    plannedAt: now,
  })
  await insertWorkItem(tx, {
    ...WORK_ITEM,
    portfolioId: PORTFOLIO,
    loanNo: loan.loanNo,
    concerns: [],
    since: now,
    due: dayOf('2026-03-17'),
    reason: 'a return that does not fit',
    facts: {},
  })
}

async function addDocumentRows(tx: Tx, { api, owner, borrower, loanNo }: Scene): Promise<void> {
  const now = api.clock.now()
  const today = dayOf('2026-03-05')
  await insertDocumentRequest(tx, api.deps.cipher, {
    ...LATE_DOCUMENT_REQUEST,
    customerKey: owner.openId,
    loanNo,
    askedAt: now,
    changedAt: now,
  })
  const { cipher } = api.deps
  const loan = { portfolioId: PORTFOLIO, customerKey: borrower.client.openId, loanNo: borrower.loanNo }
  const customer = { portfolioId: PORTFOLIO, openId: borrower.client.openId }
  await addSecureMessage(tx, cipher, {
    portfolioId: PORTFOLIO,
    openId: owner.openId,
    loanNo: null,
    sender: 'customer',
    text: 'When will it arrive?',
    sentAt: now,
  })
  await addSecureMessage(tx, cipher, {
    portfolioId: PORTFOLIO,
    openId: owner.openId,
    loanNo: null,
    sender: 'lender',
    text: 'It left our bank today.',
    sentAt: now,
  })
  await grantCoupon(tx, {
    portfolioId: PORTFOLIO,
    couponCode: 'PERSONAL',
    openId: owner.openId,
    tokenHash: HASH,
    issuedBy: 'employee:ada-example',
    issuedAt: now,
  })
  await reserveCoupon(
    tx,
    {
      ...customer,
      customerKey: loan.customerKey,
      redemptionNo: 'R900001',
      couponCode: 'WELCOME',
      couponVersion: 1,
      loanNo: loan.loanNo,
      benefit: {},
      reservedAt: now,
    },
    { perCustomer: 1, total: null },
  )
  await reserveCoupon(
    tx,
    {
      portfolioId: PORTFOLIO,
      customerKey: owner.openId,
      openId: owner.openId,
      redemptionNo: 'R900002',
      couponCode: 'WELCOME',
      couponVersion: 1,
      loanNo,
      benefit: {},
      reservedAt: now,
    },
    { perCustomer: 1, total: null },
  )
  await insertLoanChange(tx, {
    ...loan,
    ...customer,
    changeNo: 'C1',
    changeType: 104,
    status: 'open',
    request: {},
    result: {},
    holdsFrom: today,
    cutOffAt: now,
    planNoBefore: 'P1',
    planNo: null,
    transactionNo: null,
    requestCode: null,
    documentNo: null,
    actor: 'system',
    requestedAt: now,
  })
  const posting = { portfolioId: PORTFOLIO, postingNo: 'H900001' }
  await insertManualPosting(tx, {
    ...posting,
    ...loan,
    kind: 'receipt',
    changeType: 0,
    amount: AMOUNT,
    effectiveDate: today,
    transactionNo: null,
    details: {},
    note: cipher.seal(manualPostingPlace({ ...posting, loanNo: loan.loanNo }), 'A note'),
    enteredBy: 'employee:ada-example',
    enteredAt: now,
    state: 'entered',
  })
  await insertApproval(tx, cipher, {
    kind: 'posting',
    permission: 'posting.enter',
    enteredUnder: 'posting.enter',
    portfolioId: PORTFOLIO,
    loanNo: null,
    amount: AMOUNT,
    title: 'A posting',
    subject: 'A loan',
    about: null,
    againOf: null,
    entered: '{}',
    enteredBy: 'employee:ada-example',
    enteredFactor: null,
    enteredSession: null,
    enteredAt: now,
    endsAt: new Date(now.getTime() + DAY_MS),
  })
  await insertRelease(tx, {
    portfolioId: PORTFOLIO,
    act: 'publish',
    files: {},
    digest: HASH,
    note: 'A note',
    enteredBy: 'employee:ada-example',
    enteredAt: now,
    before: {},
  })
}
