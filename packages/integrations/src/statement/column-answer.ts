import type { StatementColumns } from './csv-columns.ts'
import { SIDE_WORDS } from './csv-columns.ts'

/** Which column is which, as the borrower says; positions count from zero. */
export type ColumnAnswer = {
  readonly date: number
  readonly description: number
  /** Null where money in and money out have columns of their own. */
  readonly amount: number | null
  readonly moneyIn: number | null
  readonly moneyOut: number | null
  readonly balance: number | null
  /** The column whose words tell the side of an amount without a minus. */
  readonly side: number | null
  /** What a minus before an amount means; null where none of the amounts has one. */
  readonly minus: 'out' | 'in' | null
}

export type AnswerField = keyof ColumnAnswer

/** What is wrong with an answer, at the field where it is. */
export type AnswerProblem = {
  readonly field: AnswerField
  readonly why:
    | 'missing'
    | 'usedTwice'
    | 'noDates'
    | 'noMoney'
    | 'noWords'
    | 'noSides'
    | 'sideUnclear'
    | 'balancesDisagree'
}

/** The columns that an answer names. */
export function columnsOfAnswer(answer: ColumnAnswer, names: readonly string[]): StatementColumns {
  const { amount, moneyIn, moneyOut, side, minus } = answer
  const places = (at: number | null) => at ?? undefined
  return {
    layout: null,
    names,
    date: [answer.date],
    description: [answer.description],
    money:
      amount === null
        ? { kind: 'sides', out: places(moneyOut), in: places(moneyIn) }
        : side === null
          ? { kind: 'signed', amount, minus: minus ?? 'out' }
          : { kind: 'typed', amount, side, ...SIDE_WORDS },
    balance: places(answer.balance),
    status: undefined,
    currency: undefined,
    notTransaction: undefined,
    account: undefined,
    reference: undefined,
  }
}

/** What is wrong with an answer before any row is read. */
export function answerProblems(answer: ColumnAnswer): readonly AnswerProblem[] {
  const { date, description, amount, moneyIn, moneyOut, balance, side } = answer
  if (amount === null && moneyIn === null && moneyOut === null) return [{ field: 'amount', why: 'missing' }]
  const named = { date, amount, moneyIn, moneyOut, balance, side, description }
  const taken = new Set<number>()
  const problems: AnswerProblem[] = []
  for (const field of Object.keys(named) as (keyof typeof named)[]) {
    const at = named[field]
    if (at === null) continue
    if (taken.has(at)) problems.push({ field, why: 'usedTwice' })
    taken.add(at)
  }
  return problems
}
