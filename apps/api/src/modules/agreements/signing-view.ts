import type { ForReaders } from '../../reader-words.ts'
import { inEachLanguage, type Locale, type Localized, type Words } from '@dolphin/domain/portfolios/localized'
import type { CallReply } from '@dolphin/contract/call'
import type { signingSignCall } from '@dolphin/contract/agreements'
import type {
  createRequestCodeCall,
  getRequestDetailsCall,
  getRequestStatusCall,
} from '@dolphin/contract/verification'
import type { SigningSession } from '@dolphin/database/agreements/signing-session-repository'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { agreementDocument } from '@dolphin/domain/documents/agreement'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { assert } from '@dolphin/domain/assert'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { Ticket } from '@dolphin/domain/channel/ticket'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { OPEN_SIGN_STATUSES, SignStatus } from '@dolphin/domain/loans/codes'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { isRecord } from '../documents/document-vault.ts'
import { documentView } from '../documents/document-view.ts'
import type { LoanLink } from '../loans/loan-link.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { evidenceOf } from '../loans/signing-evidence.ts'
import { shownStatus } from './signing-session-state.ts'
import { AMENDMENT_STATUS_TEXT, amendmentShown } from './amendment-view.ts'
import { isAmendment } from '../loans/open-signing-session.ts'
import { consentViews, standingConsent, type SignerOfPortfolio } from './consent-step.ts'
import { readInput } from '../documents/kept-input.ts'
import { signedInput } from './signed-input.ts'

const STATUS_TEXT: Readonly<Record<SignStatus, Localized>> = {
  [SignStatus.notSigned]: {
    en: 'Your agreement is ready to sign.',
    es: 'Su contrato está listo para firmar.',
  },
  [SignStatus.signed]: {
    en: 'You have signed. An email with a link to your copy is on its way.',
    es: 'Ya firmó. Un correo con un enlace a su copia va en camino.',
  },
  [SignStatus.expired]: {
    en: 'The time to sign has passed. Ask for a new document to sign.',
    es: 'Ya pasó el tiempo para firmar. Pida un documento nuevo.',
  },
  [SignStatus.cancelled]: {
    en: 'This signing was canceled. You can ask for a new one.',
    es: 'Esta firma se canceló. Puede pedir una nueva.',
  },
  [SignStatus.voided]: {
    en: 'Your loan terms changed. A new document takes the place of this one.',
    es: 'Cambiaron las condiciones de su préstamo. Un documento nuevo reemplaza a este.',
  },
  [SignStatus.suspended]: {
    en: 'Signing is paused while we look at your loan.',
    es: 'La firma está en pausa mientras revisamos su préstamo.',
  },
}

export function openedView(
  { requestCode, expiresAt }: SigningSession,
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
  signingSession: SigningSession,
  { timeZone }: Portfolio,
  now: Date,
): ForReaders<CallReply<typeof getRequestStatusCall>> {
  const signStatus = shownStatus(signingSession, now)
  const texts = isAmendment(signingSession) ? AMENDMENT_STATUS_TEXT : STATUS_TEXT
  return {
    requestCode: signingSession.requestCode,
    purpose: 'signature',
    ibvStatus: null,
    signStatus,
    text: texts[signStatus],
    way: null,
    reason: null,
    fallbacks: [],
    final: !OPEN_SIGN_STATUSES.includes(signStatus),
    expiresAt: isoInZone(signingSession.expiresAt, timeZone),
  }
}

/** What is to be signed, or was: the document as a model for the page, and the hash of its PDF. */
export async function detailsView(
  deps: AgreementDeps,
  executor: Executor,
  { signer: actor, portfolio }: SignerOfPortfolio,
  signingSession: SigningSession,
): Promise<ForReaders<CallReply<typeof getRequestDetailsCall>>> {
  const { requestCode, loanNo, documentNo, documentHash, expiresAt } = signingSession
  const { proofDocumentNo } = evidenceOf(signingSession)
  const { signerName, documentType, model, keyFigures, cost } = isAmendment(signingSession)
    ? { ...(await amendmentShown(deps, signingSession)), cost: null }
    : await agreementShown(deps, signingSession)
  assert(documentNo !== null && documentHash !== null, 'a signing session has its document')
  return {
    purpose: 'signature',
    requestCode,
    loanNo,
    signStatus: shownStatus(signingSession, deps.clock.now()),
    expiresAt: isoInZone(expiresAt, portfolio.timeZone),
    signerName,
    documents: [{ documentNo, documentType, title: model.title, sha256: documentHash, model }],
    keyFigures,
    cost,
    consents: await consentViews(deps, executor, { signer: actor, portfolio }, signingSession),
    electronicConsentGiven: (await standingConsent(deps, executor, actor, signingSession)) !== undefined,
    proofDocumentNo,
  }
}

async function agreementShown(deps: AgreementDeps, signingSession: SigningSession) {
  const input = await inputShown(deps, signingSession)
  return {
    signerName: input.borrower.name,
    documentType: DocumentType.agreement,
    model: agreementDocument(input),
    keyFigures: keyFigures(input),
    cost: {
      number: input.installments.length,
      totalOfPayments: moneyToWire(input.disclosure.totalOfPayments),
      apr: input.disclosure.apr,
    },
  }
}

/** Once signed, the document is the one with the mark. */
async function inputShown(
  { objects }: AgreementDeps,
  signingSession: SigningSession,
): Promise<AgreementInput> {
  const { inputKey, reservation, signed } = evidenceOf(signingSession)
  return signed === undefined || reservation === undefined
    ? readInput<AgreementInput>(objects, inputKey)
    : signedInput({ objects }, signingSession, reservation)
}

const PAYMENTS: Readonly<Record<Locale, (count: number, frequency: AgreementInput['frequency']) => string>> =
  {
    en: (count, frequency) => `${count} ${frequency} payments`,
    es: (count, frequency) => `${count} pagos ${OFTEN[frequency]}`,
  }

const OFTEN: Readonly<Record<AgreementInput['frequency'], string>> = {
  weekly: 'semanales',
  'bi-weekly': 'cada dos semanas',
}

const firstIn = (
  locale: Locale,
  { amount, dueDate }: Pick<AgreementInput['installments'][number], 'amount' | 'dueDate'>,
): string => `${formatCurrency(amount)} ${locale === 'en' ? 'on' : 'el'} ${dayIn(dueDate, locale)}`

/** What a borrower must not miss, beside the document. */
function keyFigures(input: AgreementInput) {
  const { disclosure, itemization, installments, frequency } = input
  const [first] = installments
  const figure = (label: Localized, value: Words, description: Localized) => ({ label, value, description })
  return [
    figure({ en: 'You receive', es: 'Usted recibe' }, formatCurrency(itemization.paidToBorrower), {
      en: 'Paid into your bank account.',
      es: 'Se deposita en su cuenta bancaria.',
    }),
    figure({ en: 'You pay back', es: 'Usted paga en total' }, formatCurrency(disclosure.totalOfPayments), {
      en: 'All payments together.',
      es: 'Todos los pagos juntos.',
    }),
    figure({ en: 'Finance charge', es: 'Cargo financiero' }, formatCurrency(disclosure.financeCharge), {
      en: 'What the loan costs you.',
      es: 'Lo que le cuesta el préstamo.',
    }),
    figure({ en: 'Annual percentage rate', es: 'Tasa de porcentaje anual' }, `${disclosure.apr}%`, {
      en: 'The cost of your credit as a yearly rate.',
      es: 'El costo de su crédito como tasa anual.',
    }),
    figure(
      { en: 'Payments', es: 'Pagos' },
      inEachLanguage((locale) => PAYMENTS[locale](installments.length, frequency)),
      {
        en: 'How many, and how often.',
        es: 'Cuántos y cada cuánto.',
      },
    ),
    figure(
      { en: 'First payment', es: 'Primer pago' },
      first === undefined ? '' : inEachLanguage((locale) => firstIn(locale, first)),
      { en: 'How much, and when.', es: 'Cuánto y cuándo.' },
    ),
  ]
}

/** The answer to a signature, also to its repetition. */
export async function signedView(
  executor: Executor,
  signingSession: SigningSession,
  { timeZone }: Portfolio,
): Promise<ForReaders<CallReply<typeof signingSignCall>>> {
  const { requestCode, loanNo, signStatus, signedAt } = signingSession
  const loan = await findLoan(executor, signingSession)
  assert(loan !== undefined && signedAt !== null, 'a signed session has its loan')
  const documents = await listDocumentsOfLoan(executor, signingSession)
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
