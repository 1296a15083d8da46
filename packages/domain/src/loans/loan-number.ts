import { assert } from '../assert.ts'

/** A loan's public number: portfolioId, dash, six digits of a sequence and a check digit, "118-0000013". */
export type LoanNo = `${number}-${string}`

const PATTERN = /^([1-9]\d{0,8})-(\d{7})$/
const SEQUENCE_LIMIT = 1_000_000

/**
 * The quasigroup of the Damm check digit. Chosen over Luhn because it finds every single wrong digit and
 * every swap of two neighbors (Luhn misses 09 for 90), which is how people misread a number on the phone.
 */
const DAMM: readonly string[] = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
]

function dammDigit(digits: string): string {
  return Array.from(digits).reduce((interim, digit) => DAMM[Number(interim)]?.[Number(digit)] ?? '', '0')
}

/**
 * The number of the portfolio's nth loan. The check digit also covers the portfolio, so that a number moved
 * to another brand is noticed. Sequence: whole, 0 to 999,999, never handed out twice.
 *
 * Source: domain.md §1 (form); the check digit is our decision.
 */
export function makeLoanNo(portfolioId: number, sequence: number): LoanNo {
  assert(Number.isInteger(portfolioId) && portfolioId > 0, 'a portfolio id is a positive whole number')
  assert(Number.isInteger(sequence) && sequence >= 0, 'a loan sequence is a whole number from 0')
  assert(sequence < SEQUENCE_LIMIT, 'a loan sequence has at most six digits')
  const body = sequence.toString().padStart(6, '0')
  return `${portfolioId}-${body}${dammDigit(`${portfolioId}${body}`)}`
}

/** Whether a text is a loan number whose check digit fits; says nothing about whether the loan exists. */
export function isLoanNo(text: string): text is LoanNo {
  const match = PATTERN.exec(text)
  return match !== null && dammDigit(`${match[1]}${match[2]}`) === '0'
}

/** The portfolio that a loan number names. */
export function portfolioOfLoanNo(loanNo: LoanNo): number {
  return Number(loanNo.slice(0, loanNo.indexOf('-')))
}
