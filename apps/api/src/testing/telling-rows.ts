import { insertApproval } from '@dolphin/database/approvals/approval-repository'
import { insertDocumentRequest } from '@dolphin/database/applications/document-request-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { insertMail } from '@dolphin/database/notices/mail-repository'
import { insertDataRequest } from '@dolphin/database/retention/data-request-repository'
import { insertHold, liftHold } from '@dolphin/database/retention/hold-repository'
import {
  findLoanAccount,
  loanAccountPlace,
  saveLoanAccount,
} from '@dolphin/database/servicing/loan-account-repository'
import {
  insertManualPosting,
  manualPostingPlace,
} from '@dolphin/database/servicing/manual-posting-repository'
import { ibvLinkTable } from '@dolphin/database/verification/ibv-link-repository'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { assert } from '@dolphin/domain/assert'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { UnitOfWork } from '../unit-of-work.ts'
import { sandboxBankStore } from '../modules/verification/sandbox-bank/sandbox-bank-store.ts'
import type { TestApi } from './api-fixture.ts'
import { LATE_DOCUMENT_REQUEST } from './document-requests.ts'
import type { Applicant } from './offers.ts'

/** Whose rows are written, and what in them tells of the person. */
export interface Told {
  readonly client: Applicant
  readonly loanNo: string
  readonly name: string
  readonly routingNumber: string
  readonly accountTail: string
}

/** What is erased by itself. */
export interface ToldRecords {
  readonly requestNo: string
  readonly approvalNo: string
}

const BY = { setBy: 'employee:ada-example', confirmedBy: 'employee:bob-example' } as const

/** What few lives bring about, each with the person's name in it, as its repository stores it. */
export async function tellOf(api: TestApi, told: Told): Promise<ToldRecords> {
  await linksOf(api, told)
  return await api.database.transaction(async (tx) => {
    const unit = { tx, now: api.clock.now() }
    await ofLoan(api, unit, told)
    return await ofPerson(api, unit, told)
  })
}

/** The token of a bank link, and a visitor of the sandbox bank. */
async function linksOf({ database, deps: { cipher }, clock }: TestApi, { client, loanNo, name }: Told) {
  const { db } = database
  const { portfolioId } = client
  const [request] = await listIbvRequests(db, { portfolioId, loanNo })
  assert(request !== undefined, 'a bank is linked')
  const { requestCode } = request
  await ibvLinkTable(db, cipher, 'plaid').save({
    portfolioId,
    requestCode,
    providerSessionId: `session ${loanNo}`,
    linkUrl: '',
    returnUrl: '',
    institutionId: null,
    expiresAt: clock.now(),
    connectionId: null,
    accessToken: `access-${name}`,
    askedFor: null,
    closedAt: null,
  })
  const store = sandboxBankStore(db, cipher)
  const visit = await store.findByRequestCode(requestCode)
  assert(visit !== undefined, 'the bank was visited')
  await store.save({ ...visit, username: name, ownerName: name })
}

async function ofLoan(
  { deps: { cipher } }: TestApi,
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { client, loanNo, name, routingNumber, accountTail }: Told,
): Promise<void> {
  const { portfolioId, openId } = client
  const key = { portfolioId, loanNo }
  const loan = await findLoan(tx, key)
  const account = await findLoanAccount(tx, key)
  assert(loan !== undefined && account !== undefined, 'a loan is paid out to an account')
  const { customerKey } = loan
  const place = { ...key, sequence: account.sequence + 1 }
  const again = (column: 'account_number' | 'holder_name', sealed: string) =>
    cipher.seal(loanAccountPlace(place, column), cipher.open(loanAccountPlace(account, column), sealed))
  await saveLoanAccount(tx, cipher, {
    ...account,
    ...place,
    accountNumber: again('account_number', account.accountNumber),
    holderName: again('holder_name', account.holderName),
    routingNumber,
    accountTail,
    createdAt: now,
  })
  await insertDocumentRequest(tx, cipher, {
    ...LATE_DOCUMENT_REQUEST,
    portfolioId,
    loanNo,
    customerKey,
    note: `${name} on the card is another`,
    askedAt: now,
    changedAt: now,
  })
  const postingNo = `H${loanNo}`
  const note = cipher.seal(manualPostingPlace({ ...key, postingNo }), `${name} called`)
  await insertManualPosting(tx, {
    ...key,
    customerKey,
    postingNo,
    kind: 'receipt',
    changeType: 0,
    amount: null,
    effectiveDate: account.prenoteEffectiveDate ?? LATE_DOCUMENT_REQUEST.answerBy,
    transactionNo: null,
    details: {},
    note,
    enteredBy: BY.setBy,
    enteredAt: now,
    state: 'entered',
  })
  await insertMail(tx, cipher, {
    ...key,
    customerKey,
    openId,
    mailId: `mail ${loanNo}`,
    kind: 'secureMessage',
    channel: 'mail',
    recipient: 'applicant@example.com',
    subject: `${name}, you have a message`,
    content: { html: '', text: '' },
    sentAt: now,
  })
}

async function ofPerson(
  { deps: { cipher } }: TestApi,
  { tx, now }: Pick<UnitOfWork, 'tx' | 'now'>,
  { client, loanNo, name }: Told,
): Promise<ToldRecords> {
  const { portfolioId, openId } = client
  for (const [scope, subject] of [
    ['loan', loanNo],
    ['person', openId],
  ] as const) {
    const hold = { portfolioId, scope, subject }
    const holdNo = await insertHold(tx, cipher, { ...hold, ...BY, reason: `counsel of ${name}`, setAt: now })
    assert(holdNo !== undefined, 'nothing is held')
    const lift = { liftReason: `${name} withdrew`, liftedBy: BY.setBy, liftConfirmedBy: BY.confirmedBy }
    await liftHold(tx, cipher, { ...hold, holdNo }, { ...lift, liftedAt: now })
  }
  const requestNo = await insertDataRequest(tx, cipher, {
    portfolioId,
    openId,
    kind: 'correction',
    details: `my name is ${name}`,
    askedAt: now,
    due: LATE_DOCUMENT_REQUEST.answerBy,
  })
  assert(requestNo !== undefined, 'nothing is asked yet')
  const approval = {
    kind: 'posting',
    permission: 'posting.enter',
    enteredUnder: 'posting.enter',
    portfolioId,
    amount: null,
    title: 'A posting',
    subject: 'A loan',
    about: null,
    againOf: null,
    entered: JSON.stringify({ note: name }),
    enteredBy: BY.setBy,
    enteredFactor: null,
    enteredSession: null,
    enteredAt: now,
    endsAt: new Date(now.getTime() + DAY_MS),
  } as const
  await insertApproval(tx, cipher, { ...approval, loanNo })
  const approvalNo = await insertApproval(tx, cipher, { ...approval, loanNo: null })
  return { requestNo, approvalNo }
}
