import type { CallInput, CallValue } from '../../api-client/call.ts'

export type ColumnQuestion = CallValue<'showStatementColumns'>
export type ColumnAnswer = NonNullable<CallInput<'saveStatementColumns'>['body']['columns']>

/** What the form holds: columns by their position, as text; empty where none is chosen. */
export type ColumnChoices = {
  date: string
  description: string
  shape: 'one' | 'two'
  amount: string
  minus: string
  side: string
  moneyIn: string
  moneyOut: string
  balance: string
}

const chosen = (at: number | null | undefined): string => (at === null || at === undefined ? '' : String(at))

/** What the cells look like, to begin with. */
export const firstChoices = ({ guess }: ColumnQuestion): ColumnChoices => ({
  date: chosen(guess.date),
  description: chosen(guess.description),
  shape: 'one',
  amount: chosen(guess.amount),
  minus: '',
  side: chosen(guess.side),
  moneyIn: '',
  moneyOut: '',
  balance: chosen(guess.balance),
})

const placeOf = (choice: string): number | null => (choice === '' ? null : Number(choice))

/** The answer that these choices are; both the columns of one shape and those of the other are never sent. */
export function answerOf(choices: ColumnChoices, hasMinus: boolean): ColumnAnswer {
  const { date, description, shape, amount, minus, side, moneyIn, moneyOut, balance } = choices
  const isOne = shape === 'one'
  const asksMinus = isOne && hasMinus && side === ''
  return {
    date: Number(date),
    description: Number(description),
    amount: isOne ? placeOf(amount) : null,
    moneyIn: isOne ? null : placeOf(moneyIn),
    moneyOut: isOne ? null : placeOf(moneyOut),
    balance: placeOf(balance),
    side: isOne ? placeOf(side) : null,
    minus: asksMinus ? (minus === 'in' ? 'in' : 'out') : null,
  }
}

const MINUS = /^[\s$]*[-\u2212(]|-\s*$/
const OUT_WORD = /^\s*(d|dr|debit|withdrawal|out|money out)\s*$/i
const EMPTY = /^[\s$0.]*$/

/** One row as the choices read it; undefined while something is missing. */
export type ReadRow = { date: string; description: string; amount: string; isIn: boolean }

export function readBy(choices: ColumnChoices, row: readonly string[]): ReadRow | undefined {
  const cell = (choice: string) => (choice === '' ? '' : (row[Number(choice)] ?? ''))
  const money = choices.shape === 'two' ? twoColumns(choices, cell) : oneColumn(choices, cell)
  const [date, description] = [cell(choices.date), cell(choices.description)]
  return date === '' || money === undefined ? undefined : { date, description, ...money }
}

type Money = Pick<ReadRow, 'amount' | 'isIn'>
const unsigned = (text: string): string => text.replace(/[-+\u2212()$\s]/g, '')

function twoColumns(
  { moneyIn, moneyOut }: ColumnChoices,
  cell: (choice: string) => string,
): Money | undefined {
  const isIn = !EMPTY.test(cell(moneyIn))
  const amount = unsigned(cell(isIn ? moneyIn : moneyOut))
  return amount === '' ? undefined : { amount, isIn }
}

function oneColumn(choices: ColumnChoices, cell: (choice: string) => string): Money | undefined {
  const written = cell(choices.amount)
  const amount = unsigned(written)
  if (amount === '') return undefined
  if (choices.side !== '') return { amount, isIn: !OUT_WORD.test(cell(choices.side)) }
  return { amount, isIn: MINUS.test(written) === (choices.minus === 'in') }
}
