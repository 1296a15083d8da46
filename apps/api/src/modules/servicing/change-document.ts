import type { Executor } from '@dolphin/database/driver/executor'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { DocumentModel, SignatureMark } from '@dolphin/domain/documents/document-model'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import type { DocumentPayment, LoanDocument } from '@dolphin/domain/documents/loan-document'
import { documentLender } from '@dolphin/domain/documents/party'
import { changeDocument, type ChangeDocumentInput } from '@dolphin/domain/documents/change-document'
import { cents } from '@dolphin/domain/money/cents'
import { wordsIn } from '@dolphin/domain/portfolios/localized'
import { nextPaymentAfter } from '@dolphin/domain/servicing/next-payment'
import type { ChangePlan, ScheduleView } from '@dolphin/domain/servicing/changes/change-plan'
import type { Deps } from '../../deps.ts'
import { storeFile, type StoredFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { quoteIdOf } from './change-result.ts'
import { planName } from '@dolphin/domain/servicing/changes/change-names'
import { remarkWords } from './change-texts.ts'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { newServicingNo } from './servicing-number.ts'

export type DocumentDeps = Pick<Deps, 'portfolios' | 'cipher' | 'documents' | 'objects' | 'seals'>

/** Who a document is about, and who gives it. */
export async function documentHead(
  { portfolios, cipher }: DocumentDeps,
  executor: Executor,
  loan: LoadedLoan['loan'],
  today: LocalDate,
): Promise<LoanDocument> {
  const portfolio = portfolios.byId(loan.portfolioId)?.portfolio
  const borrower = await borrowerAddress(executor, cipher, loan)
  assert(portfolio !== undefined && borrower !== undefined, 'a funded loan has a portfolio and a customer')
  return {
    lender: documentLender(portfolio.lender, portfolio.theme.primaryColor),
    borrowerName: borrower.fullName,
    loanNo: loan.loanNo,
    documentDate: today,
  }
}

/** The receipt of a change, or the amendment that the borrower signs, rendered; no row tells of it yet. */
export interface ChangeDocument {
  readonly kept: StoredFile
  readonly title: string
  readonly documentType: DocumentType
  /** The reference it names, for the change that is saved with it; one thrown away leaves a gap. */
  readonly changeNo: string
  /** Of the figures it states: a save of other figures throws it away. */
  readonly quoteId: string
}

/** A change that was worked out, with its loan. */
export interface PlannedChange {
  readonly loaded: LoadedLoan
  readonly plan: ChangePlan
}

/**
 * Renders the document of a computed change, outside of any transaction. One that is signed is sealed, like the
 * agreement that it amends. Source: domain.md §8 and §10.
 */
export async function makeChangeDocument(
  deps: DocumentDeps,
  executor: Executor,
  { loaded, plan }: PlannedChange,
  { mark, at }: { readonly mark: SignatureMark | null; readonly at: Date },
): Promise<ChangeDocument> {
  const { portfolioId, loanNo } = loaded.loan
  const input = await changeDocumentInput(deps, executor, loaded, plan)
  const signed = mark === null ? null : { mark, at }
  const model = changeDocument({ ...input, signBy: null, signed })
  const { pdf } = await deps.documents.render(model, at)
  const bytes = mark === null ? pdf : await sealChangeDocument(deps, portfolioId, input, { pdf, at })
  return {
    kept: await storeFile(deps.objects, portfolioId, { bytes, extension: 'pdf' }),
    title: titleOf(model, input),
    documentType: mark === null ? DocumentType.receipt : DocumentType.amendment,
    changeNo: input.changeNo,
    quoteId: quoteIdOf(loanNo, plan),
  }
}

/** What a document states of a computed change, under a number of its own. */
export async function changeDocumentInput(
  deps: DocumentDeps,
  executor: Executor,
  { loan, serviced }: LoadedLoan,
  plan: ChangePlan,
): Promise<Omit<ChangeDocumentInput, 'signBy' | 'signed'>> {
  return {
    ...(await documentHead(deps, executor, loan, serviced.today)),
    changeName: planName(plan),
    changeNo: await newServicingNo({ tx: executor }, 'C'),
    holdsFrom: plan.holdsFrom,
    totalBefore: stillToPay(plan.oldSchedule),
    totalAfter: stillToPay(plan.newSchedule),
    next: nextPaymentAfter(plan, serviced),
    before: documentPayments(plan.oldSchedule),
    after: documentPayments(plan.newSchedule),
    remarks: plan.remarks.map(remarkWords),
  }
}

/** "Receipt of a change: Pay off". */
export const titleOf = (
  { title }: DocumentModel,
  { changeName: name }: Pick<ChangeDocumentInput, 'changeName'>,
): string => `${title}: ${wordsIn(name, 'en')}`

export const stillToPay = ({ totalOfPayments, uncovered }: ScheduleView) => cents(totalOfPayments + uncovered)

const documentPayments = ({ rows }: ScheduleView): DocumentPayment[] =>
  rows.map(({ dueDate, payment, principal, interest, fee, balanceAfter }) => ({
    dueDate,
    amount: payment,
    principal,
    interest,
    fee,
    balanceAfter,
  }))

/** A document as it is rendered, and the instant of its signature. */
interface UnsealedPdf {
  readonly pdf: Uint8Array
  readonly at: Date
}

/** Seals what a borrower signed, like the agreement that it amends. */
export async function sealChangeDocument(
  { documents, seals }: Pick<DocumentDeps, 'documents' | 'seals'>,
  portfolioId: number,
  { lender, borrowerName }: Pick<LoanDocument, 'lender' | 'borrowerName'>,
  { pdf, at }: UnsealedPdf,
): Promise<Uint8Array> {
  const identity = seals.get(portfolioId)
  assert(identity !== undefined, 'every portfolio has a seal')
  const { legalName, email, address } = lender
  const sealed = await documents.seal(pdf, {
    identity,
    at,
    reason: `Signed electronically by ${borrowerName}`,
    name: legalName,
    contact: email,
    location: `${address.city}, ${address.state}`,
  })
  return sealed.pdf
}

/** Puts a rendered document under Documents; answers its number. `requestCode`: of the signing that made it. */
export async function recordChangeDocument(
  unit: UnitOfWork,
  { loan }: Pick<LoadedLoan, 'loan'>,
  { kept, title, documentType }: Pick<ChangeDocument, 'kept' | 'title' | 'documentType'>,
  requestCode?: string,
): Promise<string> {
  const { portfolioId, loanNo, openId } = loan
  const documentNo = await newDocumentNo(unit.tx)
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId,
    documentNo,
    documentType,
    title,
    sealedAt: documentType === DocumentType.amendment ? unit.now : null,
    role: 'record',
    ...(requestCode === undefined ? {} : { evidence: { requestCode } }),
  })
  return documentNo
}
