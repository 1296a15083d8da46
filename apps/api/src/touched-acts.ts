import { createHmac } from 'node:crypto'
import type { TouchRule } from '@dolphin/contract/touch-rule'
import { findApproval } from '@dolphin/database/approvals/approval-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { canonical } from '@dolphin/domain/approvals/canonical-act'
import { ACT_MATTERS } from '@dolphin/domain/approvals/codes'
import { isLoanNo, portfolioOfLoanNo } from '@dolphin/domain/loans/loan-number'
import { type Cents, parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { TouchedAct } from '@dolphin/domain/staff/touch'
import type { Deps } from './deps.ts'
import { amountAtStake } from './modules/loans/amount-at-stake.ts'
import { findAnyLoan } from './modules/loans/any-loan.ts'
import type { FindMoneyAct, MoneyActAsked } from './modules/staff/touch-deps.ts'
import { findStatement } from './modules/verification/statement-review.ts'

type NeededDeps = Pick<Deps, 'cipher' | 'portfolios' | 'keys'>
type Body = MoneyActAsked['body']

/** What an act is about, as it stands. */
interface Subject {
  readonly portfolioId: number | null
  readonly loanNo: string | null
  readonly amount: Cents | null
  readonly standing: string
}

const textIn = (body: Body, name: string): string => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

/** What an act of staff releases, and exactly what a touch for it is over. Undefined: as it is asked it releases nothing. */
export const moneyActs =
  (deps: NeededDeps): FindMoneyAct =>
  async (executor, asked) => {
    const { touch } = asked.call
    if (touch === undefined || isSpared(touch, asked.body)) return undefined
    const subject = await SUBJECTS[touch.about](deps, executor, asked.body)
    return subject && { ...moneyOf(deps, subject), act: actOf(deps, asked, touch, subject) }
  }

const isSpared = ({ unless }: TouchRule, body: Body): boolean =>
  unless !== undefined && body[unless.field] === unless.value

function moneyOf({ portfolios }: NeededDeps, { portfolioId, amount }: Subject) {
  const portfolio = portfolioId === null ? undefined : portfolios.byId(portfolioId)?.portfolio
  return { amount, touchAbove: portfolio?.touchAbove ?? ZERO_CENTS }
}

type FindSubject = (deps: NeededDeps, executor: Executor, body: Body) => Promise<Subject | undefined>

const SUBJECTS = {
  async loan(_, executor, body) {
    const found = await findAnyLoan(executor, textIn(body, 'loanNo'))
    return found.ok ? ofLoan(found.value) : undefined
  },
  async statement(deps, executor, body) {
    const found = await findStatement(deps, executor, textIn(body, 'requestCode'))
    return found && ofLoan(found.loan)
  },
  async approval({ cipher }, executor, body) {
    const found = await findApproval(executor, cipher, textIn(body, 'approvalNo'))
    if (found === undefined || ACT_MATTERS[found.kind] !== 'money') return undefined
    const { portfolioId, loanNo, amount, kind, state } = found
    return { portfolioId, loanNo, amount, standing: `${kind} ${state}` }
  },
  request: (_, __, body) => Promise.resolve(ofRequest(body)),
} satisfies Readonly<Record<TouchRule['about'], FindSubject>>

const ofLoan = (loan: Loan): Subject => ({
  portfolioId: loan.portfolioId,
  loanNo: loan.loanNo,
  amount: amountAtStake(loan),
  standing: `${loan.status} ${loan.subStatus ?? ''}`.trimEnd(),
})

function ofRequest(body: Body): Subject {
  const named = textIn(body, 'loanNo')
  const loanNo = isLoanNo(named) ? named : null
  const given = body['portfolioId']
  const ofLoanNo = loanNo === null ? null : portfolioOfLoanNo(loanNo)
  const portfolioId = typeof given === 'number' ? given : ofLoanNo
  return { portfolioId, loanNo, amount: parseMoney(textIn(body, 'amount')) ?? null, standing: '' }
}

function actOf(
  { keys }: NeededDeps,
  { call, body, employeeId }: MoneyActAsked,
  { title, shows }: TouchRule,
  { portfolioId, loanNo, amount, standing }: Subject,
): TouchedAct {
  const request = createHmac('sha256', keys.derive('touched acts')).update(canonical(body)).digest('hex')
  const lines = [
    { label: 'Portfolio', value: portfolioId },
    { label: 'Loan', value: loanNo },
    { label: 'Amount', value: amount === null ? null : formatCurrency(amount) },
    ...Object.entries(shows).map(([field, label]) => ({ label, value: body[field] })),
  ].flatMap(({ label, value }) => shownLine(label, value))
  const cents = amount === null ? null : amount.toString()
  return { call: call.name, title, employeeId, portfolioId, amount: cents, lines, standing, request }
}

/** A line of what is confirmed; none for a field that is not given. What has no words of its own is shown as it is sent. */
function shownLine(label: string, value: unknown): { label: string; value: string }[] {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [{ label, value }]
  return [{ label, value: Array.isArray(value) ? value.join(', ') : JSON.stringify(value) }]
}
