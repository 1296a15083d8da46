import { balanceFit, sideByBalance } from './balance-check.ts'
import type { AnswerProblem, ColumnAnswer } from './column-answer.ts'
import type { StatementColumns } from './csv-columns.ts'
import type { CsvRecord } from './csv-records.ts'
import { statementAmount, statementDate } from './csv-values.ts'
import type { TableRows } from './read-table.ts'
import { withSides } from './side-doubt.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** Holds an answer against the rows that it is about: an error at each column that does not hold what it should. */
export function readAnswerProblems(
  answer: ColumnAnswer,
  columns: StatementColumns,
  rows: TableRows,
  records: readonly CsvRecord[],
): readonly AnswerProblem[] {
  const sample = records.slice(0, STATEMENT_LIMITS.rowsSampled).map(({ cells }) => cells)
  const problems = columnProblems(answer, sample)
  if (problems.length > 0) return problems
  const unclear = rows.skipped.filter(({ reason }) => reason === 'noSide').length
  if (unclear > STATEMENT_LIMITS.badRowsTaken) return [{ field: 'side', why: 'noSides' }]
  const side = sideByBalance(balanceFit(rows.lines))
  const signed = columns.money.kind === 'signed'
  if (side === 'neither') return [{ field: 'balance', why: 'balancesDisagree' }]
  if (side === 'turned') return [{ field: signed ? 'minus' : 'balance', why: 'balancesDisagree' }]
  if (withSides(columns, rows.lines) !== undefined) return []
  const hasMinus = rows.lines.some(({ amount }) => amount < 0n)
  return [{ field: hasMinus ? 'minus' : 'amount', why: 'sideUnclear' }]
}

type Sample = readonly (readonly string[])[]

/** Most of the cells that hold something hold it; money in and money out are empty in many rows. */
function columnProblems(answer: ColumnAnswer, sample: Sample): readonly AnswerProblem[] {
  const isDay = (cell: string) => statementDate(cell) !== undefined
  const isMoney = (cell: string) => statementAmount(cell) !== undefined
  const isText = (cell: string) => /\p{L}/u.test(cell) && !isDay(cell)
  const checks = [
    ['date', answer.date, isDay, 'noDates'],
    ['amount', answer.amount, isMoney, 'noMoney'],
    ['moneyIn', answer.moneyIn, isMoney, 'noMoney'],
    ['moneyOut', answer.moneyOut, isMoney, 'noMoney'],
    ['balance', answer.balance, isMoney, 'noMoney'],
    ['description', answer.description, isText, 'noWords'],
  ] as const
  return checks.flatMap(([field, at, is, why]) =>
    at !== null && !isMostly(sample, at, is) ? [{ field, why }] : [],
  )
}

function isMostly(sample: Sample, at: number, is: (cell: string) => boolean): boolean {
  const filled = sample.map((row) => (row[at] ?? '').trim()).filter((cell) => cell !== '')
  return filled.length > 0 && filled.filter(is).length * 2 > filled.length
}
