import type { CallReply } from '@dolphin/contract/call'
import type { ceremonySignCall } from '@dolphin/contract/calls/agreement/ceremony-sign'
import type { createRequestCodeCall } from '@dolphin/contract/calls/verification/create-request-code'
import type { getRequestDetailsCall } from '@dolphin/contract/calls/verification/get-request-details'
import type { getRequestStatusCall } from '@dolphin/contract/calls/verification/get-request-status'
import type { Ceremony } from '@dolphin/database/ceremony-repository'
import { listDocumentsOfLoan } from '@dolphin/database/document-repository'
import type { Executor } from '@dolphin/database/executor'
import { findLoan } from '@dolphin/database/loan-repository'
import { agreementDocument } from '@dolphin/domain/document/agreement'
import type { AgreementInput } from '@dolphin/domain/document/agreement-input'
import { assert } from '@dolphin/domain/assert'
import { formatUsDate } from '@dolphin/domain/calendar/local-date'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { DocumentType } from '@dolphin/domain/document/document-type'
import { SignStatus } from '@dolphin/domain/loan/sign-status'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { isRecord } from '../../documents/document-vault.ts'
import { documentView } from '../../documents/document-view.ts'
import type { CustomerActor } from '../../http/actor.ts'
import type { LoanLink } from '../../origination/loan-link.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { evidenceOf } from './ceremony-evidence.ts'
import { shownStatus } from './ceremony-state.ts'
import { consentViews } from './consent-step.ts'
import { readAgreement } from './kept-agreement.ts'
import { signedInput } from './signed-input.ts'

const STATUS_TEXT: Readonly<Record<SignStatus, string>> = {
  [SignStatus.notSigned]: 'Your agreement is ready to sign.',
  [SignStatus.signed]: 'You have signed. A copy is on its way to you.',
  [SignStatus.expired]: 'The time to sign has passed. Ask for a new document to sign.',
  [SignStatus.cancelled]: 'This signing was cancelled. You can ask for a new one.',
  [SignStatus.voided]: 'Your loan terms changed. A new document takes the place of this one.',
  [SignStatus.suspended]: 'Signing is paused while we look at your loan.',
}

/** Nothing more happens to a ceremony in these. */
const OPEN: ReadonlySet<SignStatus> = new Set([SignStatus.notSigned, SignStatus.suspended])

export function openedView(
  { requestCode, expiresAt }: Ceremony,
  link: LoanLink,
  { timeZone }: Portfolio,
): CallReply<typeof createRequestCodeCall> {
  return {
    requestCode,
    purpose: 'signature',
    expiresAt: isoInZone(expiresAt, timeZone),
    ticket: Ticket.signatureCallback,
    url: link.path,
    linkToken: null,
  }
}

export function statusView(
  ceremony: Ceremony,
  { timeZone }: Portfolio,
  now: Date,
): CallReply<typeof getRequestStatusCall> {
  const signStatus = shownStatus(ceremony, now)
  return {
    requestCode: ceremony.requestCode,
    purpose: 'signature',
    ibvStatus: null,
    signStatus,
    text: STATUS_TEXT[signStatus],
    way: null,
    reason: null,
    rungs: [],
    final: !OPEN.has(signStatus),
    expiresAt: isoInZone(ceremony.expiresAt, timeZone),
  }
}

/** What is to be signed, or was: the document as a model for the page, and the hash of its PDF. */
export async function detailsView(
  parts: AgreementParts,
  executor: Executor,
  actor: CustomerActor,
  ceremony: Ceremony,
  portfolio: Portfolio,
): Promise<CallReply<typeof getRequestDetailsCall>> {
  const { requestCode, loanNo, documentNo, documentHash, expiresAt } = ceremony
  const { consent, proofDocumentNo } = evidenceOf(ceremony)
  const input = await inputShown(parts, ceremony)
  const model = agreementDocument(input)
  assert(documentNo !== null && documentHash !== null, 'a ceremony has its document')
  return {
    purpose: 'signature',
    requestCode,
    loanNo,
    signStatus: shownStatus(ceremony, parts.clock.now()),
    expiresAt: isoInZone(expiresAt, portfolio.timeZone),
    signerName: input.borrower.name,
    documents: [
      { documentNo, documentType: DocumentType.agreement, title: model.title, sha256: documentHash, model },
    ],
    keyFigures: keyFigures(input),
    consents: await consentViews(parts, executor, actor, portfolio),
    electronicConsentGiven: consent !== undefined,
    proofDocumentNo,
  }
}

/** Once signed, the document is the one with the mark. */
async function inputShown({ objects }: AgreementParts, ceremony: Ceremony): Promise<AgreementInput> {
  const { inputKey, reservation, signed } = evidenceOf(ceremony)
  return signed === undefined || reservation === undefined
    ? readAgreement(objects, inputKey)
    : signedInput({ objects }, ceremony, reservation)
}

/** What a borrower must not miss, beside the document. */
function keyFigures(input: AgreementInput) {
  const { disclosure, itemization, installments, frequency } = input
  const [first] = installments
  const figure = (label: string, value: string, description: string) => ({ label, value, description })
  return [
    figure('You receive', formatCurrency(itemization.paidToBorrower), 'Paid into your bank account.'),
    figure('You pay back', formatCurrency(disclosure.totalOfPayments), 'All payments together.'),
    figure('Finance charge', formatCurrency(disclosure.financeCharge), 'What the loan costs you.'),
    figure('Annual percentage rate', `${disclosure.apr}%`, 'The cost of your credit as a yearly rate.'),
    figure('Payments', `${installments.length} ${frequency} payments`, 'How many, and how often.'),
    figure(
      'First payment',
      first === undefined ? '' : `${formatCurrency(first.amount)} on ${formatUsDate(first.dueDate)}`,
      'How much, and when.',
    ),
  ]
}

/** The answer to a signature, also to its repetition. */
export async function signedView(
  executor: Executor,
  ceremony: Ceremony,
  { timeZone }: Portfolio,
): Promise<CallReply<typeof ceremonySignCall>> {
  const { requestCode, loanNo, signStatus, signedAt } = ceremony
  const loan = await findLoan(executor, ceremony)
  assert(loan !== undefined && signedAt !== null, 'a signed ceremony has its loan')
  const documents = await listDocumentsOfLoan(executor, ceremony)
  const signed = documents.filter(
    (document) => isRecord(document) && document.evidence['requestCode'] === requestCode,
  )
  return {
    requestCode,
    loanNo,
    signStatus,
    signedAt: isoInZone(signedAt, timeZone),
    loanStatus: loan.status,
    documents: signed.map(documentView),
  }
}
