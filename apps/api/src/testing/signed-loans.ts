import { lockLoan, updateLoan } from '@dolphin/database/loans/loan-repository'
import type { KeyedLoan, LoanKey } from '@dolphin/database/driver/owner'
import { loanAccountPlace, saveLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { savePlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { nextEntryDate } from '@dolphin/domain/calendar/cut-off'
import { disbursementDays } from '@dolphin/domain/disbursement/disbursement-days'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { type LocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { applyCoupon } from '@dolphin/domain/coupons/apply-coupon'
import type { CouponBenefit } from '@dolphin/domain/coupons/coupon'
import { cents, type Cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { computePlan, firstDatesOffered, numbersOffered } from '@dolphin/domain/plans/plan'
import type { Product } from '@dolphin/domain/portfolios/product'
import { loadAnswers } from '../modules/borrowers/answers.ts'
import { applicantOf, typedBankOf } from '../modules/borrowers/applicant.ts'
import { accountKeyOf } from '../modules/servicing/account-key.ts'
import { hoursOf } from '../modules/portfolios/banking-hours.ts'
import { moveLoan } from '../modules/loans/loan-moves.ts'
import { planDisbursement } from '../modules/disbursement/plan-disbursement.ts'
import { planFactsToStored } from '../modules/plans/plan-facts.ts'
import { recordAgreedAuthorization } from '../modules/agreements/agreed-authorization.ts'
import type { UnitOfWork } from '../unit-of-work.ts'
import type { TestApi } from './api-fixture.ts'
import { confirmApplication, fillApplication } from './applications.ts'
import { createCustomer, storeCustomer } from './customers.ts'
import { storeApplication } from './stored-application.ts'

export type Borrower = Awaited<ReturnType<typeof createCustomer>>

/** A loan that its borrower has signed: 104 with its credit planned (118), or with the underwriter (110). */
export interface SignedLoan extends KeyedLoan {
  readonly client: Borrower
  readonly applicationNo: string
  /** The address of the account. */
  readonly email: string
}

/** What differs of a plan from ten bi-weekly payments of the standard product. */
interface PlanTerms {
  readonly product?: Product['kind']
  /** Weekly payments are for those who are paid weekly. */
  readonly frequency?: PaymentFrequency
  /** As near as the product offers it. */
  readonly count?: number
  readonly lastPayday?: LocalDate
  /** What is taken off; as long as the product allows. */
  readonly coupon?: CouponBenefit | undefined
}

let serial = 0

/**
 * Brings a borrower to a signed loan: account and answers through the calls or stored, bank link and signing session left
 * out, plan and moves by the same services as in real life. For tests of what comes after the signature.
 */
export async function signLoan(
  api: TestApi,
  {
    portfolioId = 118,
    amount = cents(50_000n),
    ach = true,
    account = 'linked',
    link,
    isStored = false,
    customer = isStored ? storeCustomer : createCustomer,
    personal = {},
    employment = {},
    again = false,
    sameDay = false,
    terms = {},
  }: {
    readonly portfolioId?: number
    readonly amount?: Cents
    /** Whether automatic payments were allowed. */
    readonly ach?: boolean
    /** Whether a bank link has validated the account; if not, the file with the money asks its bank. */
    readonly account?: 'linked' | 'typed'
    /** Links the bank before the offer, where a test needs the link itself. */
    readonly link?: (client: Borrower, loanNo: string) => Promise<void>
    /** Whether customer and answers are stored by the repositories: far quicker, without what the calls leave beside. */
    readonly isStored?: boolean
    /** How the borrower comes to an account; the way a person does, unless it is stored. */
    readonly customer?: (
      api: TestApi,
      who: { readonly email: string; readonly portfolioId?: number },
    ) => Promise<Borrower>
    /** What differs in the personal section. */
    readonly personal?: Readonly<Record<string, string>>
    /** The same in the employment section. */
    readonly employment?: Readonly<Record<string, string | undefined>>
    /** True for a returning applicant, who confirms the saved sections. */
    readonly again?: boolean
    /** Whether the plan is made for the day that is promised now; else for the batch's. */
    readonly sameDay?: boolean
    /** What the borrower picks, and how they are paid. */
    readonly terms?: PlanTerms
  } = {},
): Promise<SignedLoan> {
  serial += 1
  const email = `signed${serial}@example.com`
  const client = await customer(api, { email, portfolioId })
  const { loanNo, applicationNo } = await applyFor(
    api,
    { portfolioId, client },
    { again, isStored, personal, employment },
  )
  await link?.(client, loanNo)
  const key = { portfolioId, customerKey: client.openId, loanNo }
  const automatic = api.deps.portfolios.byId(portfolioId)?.portfolio.approvalMode === 'automatic'
  await moveAlong(api, key, ['submitted', 'qualified'])
  await pickPlan(api, key, { amount, sameDay, ...terms })
  await allowDebits(api, key, ach)
  if (account === 'linked') await validateAccount(api, { ...key, applicationNo })
  await moveAlong(api, key, [automatic ? 'signedAndApproved' : 'signedForReview'])
  if (automatic) {
    await api.deps.units.write(async (unit) => {
      const loan = await lockLoan(unit.tx, key)
      assert(loan !== undefined, 'the loan is there')
      return ok(await planDisbursement(api.deps, unit, loan, 'test'))
    })
  }
  return { ...key, applicationNo, email, client }
}

async function applyFor(
  api: TestApi,
  { portfolioId, client }: { readonly portfolioId: number; readonly client: Borrower },
  {
    again,
    isStored,
    ...answers
  }: {
    readonly again: boolean
    readonly isStored: boolean
    readonly personal: Readonly<Record<string, string>>
    readonly employment: Readonly<Record<string, string | undefined>>
  },
) {
  if (again) return await confirmApplication(client)
  if (!isStored) return await fillApplication(client, answers.personal, answers.employment)
  return await storeApplication(api, { portfolioId, openId: client.openId }, answers)
}

async function allowDebits({ deps }: TestApi, key: LoanKey, given: boolean): Promise<void> {
  await deps.units.write(async (unit) => {
    const loan = await lockLoan(unit.tx, key)
    assert(loan !== undefined, 'the loan is there')
    await recordAgreedAuthorization(deps, unit, loan, { given, grantedAt: unit.now, documentNo: null })
    return ok(undefined)
  })
}

/** The account of the bank section as a bank link leaves it once it is used. */
async function validateAccount(
  { deps }: TestApi,
  { applicationNo, ...key }: KeyedLoan & { readonly applicationNo: string },
): Promise<void> {
  await deps.units.write(async (unit) => {
    const answers = await loadAnswers(unit.tx, deps.cipher, { ...key, applicationNo })
    const [bank, applicant] = [typedBankOf(answers), applicantOf(answers)]
    assert(bank !== undefined && applicant !== undefined, 'the sections are filled')
    const { routingNumber, accountNumber } = bank
    const place = { ...key, sequence: 1 }
    const holderName = `${applicant.firstName} ${applicant.lastName}`
    await saveLoanAccount(unit.tx, deps.cipher, {
      ...place,
      openId: key.customerKey,
      routingNumber,
      accountType: 'checking',
      accountTail: accountNumber.slice(-4),
      accountNumber: deps.cipher.seal(loanAccountPlace(place, 'account_number'), accountNumber),
      holderName: deps.cipher.seal(loanAccountPlace(place, 'holder_name'), holderName),
      accountKey: accountKeyOf(deps, bank),
      source: 'application',
      validatedBy: 'bankLink',
      createdAt: unit.now,
    })
    return ok(undefined)
  })
}

async function moveAlong(api: TestApi, key: LoanKey, events: readonly LoanEvent[]): Promise<void> {
  for (const event of events) {
    const moved = await api.deps.units.write(async (unit) => {
      const loan = await lockLoan(unit.tx, key)
      assert(loan !== undefined, 'the loan is there')
      const patch = event.startsWith('signed') ? { signedAt: unit.now } : {}
      return await moveLoan(api.deps, unit, loan, { event, actor: 'test', patch })
    })
    assert(moved.ok, `a loan of the tests takes ${event}`)
  }
}

async function pickPlan(
  { deps }: TestApi,
  key: KeyedLoan,
  {
    amount,
    sameDay,
    product: kind = 'standard',
    frequency = PaymentFrequency.biWeekly,
    count = 10,
    lastPayday = localDate(2026, 2, 27),
    coupon,
  }: PlanTerms & { readonly amount: Cents; readonly sameDay: boolean },
): Promise<void> {
  const data = deps.portfolios.byId(key.portfolioId)
  const product = data?.products.find((one) => one.kind === kind)
  assert(data !== undefined && product !== undefined, `the portfolio sells a ${kind} product`)
  const hours = hoursOf(data, deps.calendar)
  const now = deps.clock.now()
  const request = { now, amount, approval: data.portfolio.approvalMode }
  const isWeekly = frequency === PaymentFrequency.weekly
  const basis = {
    product,
    paySchedule: {
      frequency: isWeekly ? PayrollFrequency.weekly : PayrollFrequency.biWeekly,
      anchor: lastPayday,
    },
    rules: { onHoliday: PaydayOnHoliday.previousBusinessDay, availability: PaydayAvailability.sameDay },
    calendar: deps.calendar,
    effectiveDate: sameDay ? disbursementDays(hours, request).expected : nextEntryDate(hours, now),
    affordable: null,
  } as const
  const [first] = firstDatesOffered(basis, frequency)
  assert(first !== undefined, 'a first date is on offer')
  const offered = numbersOffered(basis, frequency, first)
  const nearest = offered.toSorted((left, right) => Math.abs(left - count) - Math.abs(right - count))[0]
  assert(nearest !== undefined, 'a number of payments is on offer')
  const plan = computePlan(basis, { amount, frequency, count: nearest, firstDate: first.dueDate })
  assert(plan.ok, 'the plan of the tests is on offer')
  const chosen = (coupon && applyCoupon(plan.value, coupon)) ?? plan.value
  await deps.units.write(async (unit) => ok(await storePlan(unit, key, chosen, product)))
}

async function storePlan(
  unit: UnitOfWork,
  { portfolioId, customerKey, loanNo }: KeyedLoan,
  plan: Parameters<typeof planFactsToStored>[0],
  product: Parameters<typeof planFactsToStored>[1],
): Promise<void> {
  const { choice, schedule, disclosure } = plan
  const planNo = `plan-${loanNo}`
  await savePlan(
    unit.tx,
    {
      portfolioId,
      customerKey,
      loanNo,
      planNo,
      termsDigest: 'a'.repeat(64),
      amount: choice.amount,
      frequency: choice.frequency,
      installmentCount: choice.count,
      installmentAmount: schedule.levelPayment,
      firstDate: choice.firstDate,
      lastDate: schedule.installments.at(-1)?.dueDate ?? choice.firstDate,
      amountFinanced: disclosure.amountFinanced,
      financeCharge: disclosure.financeCharge,
      totalOfPayments: disclosure.totalOfPayments,
      apr: disclosure.apr,
      disclosure: planFactsToStored(plan, product, PaymentMode.ach),
      createdAt: unit.now,
    },
    schedule.installments.map(({ number, dueDate, principal, interest, payment, balanceAfter }) => ({
      number,
      dueDate,
      principal,
      interest,
      balanceAfter,
      amount: payment,
      fee: ZERO_CENTS,
      status: TransactionStatus.none,
      flags: 0,
    })),
  )
  await updateLoan(unit.tx, { portfolioId, loanNo }, { approvedAmount: choice.amount, planNo }, unit.now)
}
