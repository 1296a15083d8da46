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
import type { ReversalReason } from '@dolphin/domain/payments/reversal'
import type { PostingAct } from '@dolphin/domain/servicing/acts/codes'
import { postingTitle, postingWords } from '@dolphin/domain/servicing/acts/posting-words'
import type { TouchedAct } from '@dolphin/domain/staff/touch'
import type { Deps } from './deps.ts'
import { reasonNames } from './modules/applications/decline-reasons.ts'
import { amountAtStake } from './modules/loans/amount-at-stake.ts'
import { findAnyLoan } from './modules/loans/any-loan.ts'
import { REVERSAL_STAFF_WORDS } from './modules/payments/reversals/reversal-words.ts'
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
    if (subject === undefined) return undefined
    const lines = await linesOf(deps, executor, asked.body, { touch, subject })
    return { ...moneyOf(deps, subject), act: actOf(deps, asked, touch.title, { ...subject, lines }) }
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
  title: string,
  { portfolioId, amount, standing, lines }: Subject & Pick<TouchedAct, 'lines'>,
): TouchedAct {
  const request = createHmac('sha256', keys.derive('touched acts')).update(canonical(body)).digest('hex')
  const cents = amount === null ? null : amount.toString()
  return { call: call.name, title, employeeId, portfolioId, amount: cents, lines, standing, request }
}

/** What is confirmed, line by line, in words: no code number, and no line for a field that the act does not have. */
async function linesOf(
  deps: NeededDeps,
  executor: Executor,
  body: Body,
  { touch, subject }: { readonly touch: TouchRule; readonly subject: Subject },
): Promise<TouchedAct['lines']> {
  const { portfolioId, loanNo, amount } = subject
  const shown = Object.entries(touch.shows).map(async ([field, label]) => ({
    label,
    value: await wordsIn(deps, executor, body, field),
  }))
  return [
    { label: 'Portfolio', value: portfolioId === null ? null : String(portfolioId) },
    { label: 'Loan', value: loanNo },
    { label: 'Amount', value: amount === null ? null : formatCurrency(amount) },
    ...(await Promise.all(shown)),
  ].flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]))
}

async function wordsIn(
  deps: NeededDeps,
  executor: Executor,
  body: Body,
  field: string,
): Promise<string | null> {
  if (field === 'kind') return postingTitle(textIn(body, field) as PostingAct, Number(body['changeTypeCode']))
  if (field === 'reason') return REVERSAL_STAFF_WORDS[textIn(body, field) as ReversalReason]
  if (field === 'reasonCodes') return await reasonsIn(deps, executor, body)
  return postingWords(field, body[field])
}

/** The reasons of a decision on an application, in the words of its policy. */
async function reasonsIn(deps: NeededDeps, executor: Executor, body: Body): Promise<string> {
  const codes = (body['reasonCodes'] ?? []) as readonly string[]
  const found = await findAnyLoan(executor, textIn(body, 'loanNo'))
  return (found.ok ? await reasonNames(deps, executor, found.value, codes) : codes).join('; ')
}
