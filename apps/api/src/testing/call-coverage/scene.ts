import { listSectionCall } from '@dolphin/contract/applications'
import { authenticateIdentityCall } from '@dolphin/contract/identity-sessions'
import { listStatementCall } from '@dolphin/contract/verification-staff'
import { runBatchCall, runSettlementCall } from '@dolphin/contract/payments'
import { savePaymentOptionCall } from '@dolphin/contract/plans'
import { uploadBankStatementCall } from '@dolphin/contract/verification'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { TestApi } from '../api-fixture.ts'
import { ANSWERS, beginApplication, fillApplication } from '../applications.ts'
import { linkBank } from '../bank-links.ts'
import { openSigning } from '../signing-sessions.ts'
import { createCustomer } from '../customers.ts'
import { signInEmployee } from '../employees.ts'
import { type Applicant, askAmount, plansOf } from '../offers.ts'
import { type SignedLoan, signLoan } from '../signed-loans.ts'
import type { TestClient } from '../test-client.ts'
import { signInByMail } from './sign-in-by-mail.ts'

/** A bank statement, as banks let one save it. */
export const STATEMENT = {
  name: 'statement.csv',
  type: 'text/csv',
  bytes: Buffer.from('Date,Description,Amount,Balance\n2026-02-27,PAYROLL SAMPLE,1200.00,1500.00\n'),
} as const
/** A table that says nothing about its columns. */
export const UNKNOWN_TABLE = {
  name: 'unknown.csv',
  type: 'text/csv',
  bytes: Buffer.from(
    'When,What,How much\n2026-02-13,PAYROLL SAMPLE,1200.00\n2026-02-27,SAMPLE GROCERY,-50.00\n',
  ),
} as const
export const OWNER = {
  email: 'owner@example.com',
  firstName: 'Zebulon',
  lastName: 'Quillfeather',
  ssn: '521-46-1000',
}

/** Who owns an application, a linked bank, a plan and an open signing; and all that points at them. */
interface OwnedLoan {
  readonly owner: Applicant
  readonly ownerEmail: string
  readonly loanNo: string
  readonly applicationNo: string
  /** The link to the application. */
  readonly resource: string
  readonly bankRequest: string
  /** A statement whose columns were asked before the bank was linked. */
  readonly askedRequest: string
  readonly signing: Awaited<ReturnType<typeof openSigning>>
}

/**
 * Real people over one server: an owner with a loan to sign, a borrower with a funded one, and everybody who may
 * turn up at their calls.
 */
export interface Scene extends OwnedLoan {
  readonly api: TestApi
  readonly borrower: SignedLoan
  /** Reaches the owner's application, and nothing that needs a sign-in. */
  readonly limitedOwner: TestClient
  readonly limitedOtherCustomer: TestClient
  readonly otherCustomer: Applicant
  /** The owner's email at the other portfolio: another customer. Source: domain.md §1. */
  readonly otherPortfolio: Applicant
  readonly expired: TestClient
  readonly employee: TestClient
  /** A statement of the other customer that an employee may look at. */
  readonly statementRequest: string
  /** What must never reach another person: numbers, address and name of the owner. */
  readonly marks: readonly string[]
}

/** Sets up everybody; the clock stands still from then on, so that no session ends by itself. */
export async function setScene(api: TestApi): Promise<Scene> {
  const { borrower, expired } = await fundBorrower(api)
  const owned = await ownLoan(api)
  const limitedOwner = api.client()
  const proof = { resource: owned.resource, ssnLast4: '1000', birthDate: ANSWERS.personal.birthDate }
  limitedOwner.session = (await limitedOwner.ask(authenticateIdentityCall, { body: proof })).session
  const limitedOtherCustomer = api.client()
  await beginApplication(limitedOtherCustomer, { ssn: '521-46-1001', email: 'stranger@example.com' })
  const otherCustomer = await createCustomer(api, { email: 'other@example.com' })
  await fillApplication(otherCustomer, { ssn: '521-46-1002', email: 'other@example.com' })
  const otherPortfolio = await createCustomer(api, { email: OWNER.email, portfolioId: 110 })
  await fillApplication(otherPortfolio, { ssn: '521-46-1003', email: 'elsewhere@example.com' })
  const employee = await signInEmployee(api)
  await otherCustomer.ask(uploadBankStatementCall, { body: {} }, { file: STATEMENT })
  const [statement] = (await employee.ask(listStatementCall, { query: {} })).statements
  return {
    ...owned,
    api,
    borrower,
    limitedOwner,
    limitedOtherCustomer,
    otherCustomer,
    otherPortfolio,
    expired,
    employee,
    statementRequest: statement?.requestCode ?? '',
    marks: marksOf(owned, borrower),
  }
}

/** A borrower whose credit was sent and has settled; the session from before that has ended meanwhile. */
async function fundBorrower(api: TestApi) {
  const borrower = await signLoan(api)
  const expired = api.client()
  expired.session = borrower.client.session
  for (const [name, value] of borrower.client.cookies) expired.cookies.set(name, value)
  const body = { portfolioId: borrower.portfolioId }
  await (await signInEmployee(api)).ask(runBatchCall, { body })
  api.clock.advance(2 * DAY_MS)
  await (await signInEmployee(api)).ask(runSettlementCall, { body })
  borrower.client.session = await signInByMail(api, borrower.client, borrower.email)
  return { borrower, expired }
}

async function ownLoan(api: TestApi): Promise<OwnedLoan> {
  const { email, ...personal } = OWNER
  const owner = await createCustomer(api, { email })
  const { loanNo, applicationNo } = await fillApplication(owner, { ...personal, email })
  const asked = await owner.ask(uploadBankStatementCall, { body: { loanNo } }, { file: UNKNOWN_TABLE })
  const bankRequest = await linkBank(api, owner, loanNo)
  const applied = { client: owner, email, loanNo, applicationNo }
  const offer = await askAmount(applied)
  if (offer.result !== 1) throw new Error(`no offer for the owner: ${JSON.stringify(offer)}`)
  const { recommendedOptionId } = await plansOf(applied)
  await owner.ask(savePaymentOptionCall, { body: { loanNo, optionId: recommendedOptionId ?? '' } })
  const signing = await openSigning(owner, loanNo)
  const { resource } = await owner.ask(listSectionCall, { query: { applicationNo } })
  if (resource === null) throw new Error('an application has its link')
  return {
    owner,
    ownerEmail: email,
    loanNo,
    applicationNo,
    resource,
    bankRequest,
    askedRequest: asked.requestCode,
    signing,
  }
}

function marksOf({ owner, signing, ...owned }: OwnedLoan, borrower: SignedLoan): readonly string[] {
  const documents = signing.details.documents.map(({ documentNo }) => documentNo)
  return [
    owner.openId,
    owned.loanNo,
    owned.applicationNo,
    owned.bankRequest,
    signing.requestCode,
    signing.details.proofDocumentNo,
    ...documents,
    'Quillfeather',
    borrower.loanNo,
    borrower.applicationNo,
    borrower.client.openId,
    borrower.email,
  ]
}
