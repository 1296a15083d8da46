import { formatUsDate } from '../calendar/local-date.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { AgreementInput } from './agreement-input.ts'
import { BOX_SCHEDULE, COUPON_LABELS, ITEMIZATION_LABELS, KEY_LABELS, SCHEDULE } from './agreement-labels.ts'
import { estimateMark } from './estimate.ts'

/**
 * The figures of an agreement as a reader sees them, by name: "apr" → "258.32%", "payment 3 amount" →
 * "$61.18". Text, because what is compared is what is written, to the cent and to the letter.
 */
export type AgreementFigures = ReadonlyMap<string, string>

/** What the agreement must show, straight from the disclosure and the schedule. */
export function agreementFigures(input: AgreementInput): AgreementFigures {
  const { disclosure, itemization, installments } = input
  const mark = estimateMark(input)
  const figures = new Map<string, string>([
    ['apr', `${disclosure.apr}%${mark}`],
    ['financeCharge', `${formatCurrency(disclosure.financeCharge)}${mark}`],
    ['amountFinanced', formatCurrency(disclosure.amountFinanced)],
    ['totalOfPayments', `${formatCurrency(disclosure.totalOfPayments)}${mark}`],
    ['principal', formatCurrency(itemization.principal)],
    ['paidToBorrower', formatCurrency(itemization.paidToBorrower)],
    ['prepaidFinanceCharge', formatCurrency(itemization.prepaidFinanceCharge)],
    ['payments', String(installments.length)],
    ['box payments', String(installments.length)],
  ])
  if (input.coupon !== undefined) {
    figures.set('couponCode', input.coupon.couponCode)
    figures.set('couponSaving', formatCurrency(input.coupon.saving))
  }
  for (const [index, installment] of installments.entries()) {
    const name = `payment ${index + 1}`
    figures.set(`${name} due`, formatUsDate(installment.dueDate))
    figures.set(`${name} amount`, formatCurrency(installment.amount))
    figures.set(`${name} principal`, formatCurrency(installment.principal))
    figures.set(`${name} interest`, formatCurrency(installment.interest))
    figures.set(`${name} balance`, formatCurrency(installment.balanceAfter))
    figures.set(`box ${name} due`, formatUsDate(installment.dueDate))
    figures.set(`box ${name} amount`, formatCurrency(installment.amount))
  }
  return figures
}

/**
 * Finds the figures in the text of a rendered agreement: one string per structure element, in reading
 * order. A figure whose label is missing or stands twice is left out, which the comparison reports.
 */
export function readAgreementFigures(texts: readonly string[]): AgreementFigures {
  const figures = new Map<string, string>()
  readLabeled(texts, KEY_LABELS, 2, figures)
  readLabeled(texts, ITEMIZATION_LABELS, 1, figures)
  readLabeled(texts, COUPON_LABELS, 1, figures)
  readSchedule(texts, figures)
  readBoxSchedule(texts, figures)
  return figures
}

/** Names of the figures that are missing, added or different; empty when the documents agree. */
export function differingFigures(expected: AgreementFigures, read: AgreementFigures): readonly string[] {
  const names = new Set([...expected.keys(), ...read.keys()])
  return [...names].filter((name) => expected.get(name) !== read.get(name))
}

function readLabeled(
  texts: readonly string[],
  labels: Readonly<Record<string, string>>,
  distance: number,
  figures: Map<string, string>,
): void {
  for (const [name, label] of Object.entries(labels)) {
    const at = texts.indexOf(label)
    const value = texts[at + distance]
    if (at >= 0 && texts.lastIndexOf(label) === at && value !== undefined) figures.set(name, value)
  }
}

/** Cells of the one table with that caption, row by row, up to the first row that is not of the table. */
function tableRows(
  texts: readonly string[],
  { caption, columns }: { readonly caption: string; readonly columns: readonly string[] },
  isRow: (cells: readonly string[]) => boolean,
): readonly (readonly string[])[] {
  const at = texts.indexOf(caption)
  const first = at + 1 + columns.length
  const heads = texts.slice(at + 1, first)
  if (at < 0 || heads.some((head, index) => head !== columns[index])) return []
  const rows: (readonly string[])[] = []
  for (let start = first; ; start += columns.length) {
    const cells = texts.slice(start, start + columns.length)
    if (cells.length < columns.length || !isRow(cells)) return rows
    rows.push(cells)
  }
}

function readSchedule(texts: readonly string[], figures: Map<string, string>): void {
  let expected = 1
  const rows = tableRows(texts, SCHEDULE, ([number]) => number === String(expected++))
  figures.set('payments', String(rows.length))
  for (const [number, due, amount, principal, interest, balance] of rows) {
    const name = `payment ${number}`
    const cells = { due, amount, principal, interest, balance }
    for (const [cell, text] of Object.entries(cells))
      if (text !== undefined) figures.set(`${name} ${cell}`, text)
  }
}

function readBoxSchedule(texts: readonly string[], figures: Map<string, string>): void {
  const rows = tableRows(texts, BOX_SCHEDULE, ([count]) => /^\d+$/.test(count ?? ''))
  let number = 0
  let counted = 0
  for (const [count, amount, dates] of rows) {
    counted += Number(count)
    for (const due of (dates ?? '').split(', ')) {
      number += 1
      figures.set(`box payment ${number} due`, due)
      figures.set(`box payment ${number} amount`, amount ?? '')
    }
  }
  if (counted === number) figures.set('box payments', String(number))
}
