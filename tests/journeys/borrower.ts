import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Portfolio } from './product.ts'

/** How one field of a form is answered; the label is what the borrower reads. */
export interface Answer {
  readonly label: string
  readonly as: 'typed' | 'chosen' | 'ticked'
  readonly value: string
}

/** One screenful of a section. */
export type Screenful = readonly Answer[]

/** A generated person; no name, number or address belongs to a real person. */
export interface Borrower {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
  readonly ssnLast4: string
  /** The sections that the portfolio asks for before the bank is linked. */
  readonly beforeLink: readonly FormSection[]
  readonly sections: {
    readonly personal: readonly Screenful[]
    readonly employment: readonly Screenful[]
    readonly bank: readonly Screenful[]
    readonly question: readonly Screenful[]
  }
}

export type FormSection = keyof Borrower['sections']

const typed = (label: string, value: string): Answer => ({ label, as: 'typed', value })
const chosen = (label: string, value: string): Answer => ({ label, as: 'chosen', value })
const ticked = (label: string, value: string): Answer => ({ label, as: 'ticked', value })

/** The questions that no bank report answers. */
export const NEEDED_QUESTIONS: Screenful = [
  ticked('Military Service', 'Neither'),
  typed('Other Payday or Installment Loans', '0'),
  ticked('Bankruptcy', 'No'),
]

const FRIDAY = 5
let count = 0

/** The last Friday up to today, as it is typed: MM/DD/YYYY. */
function lastFriday(): string {
  const today = new Date()
  const daysBack = (today.getUTCDay() - FRIDAY + 7) % 7 || 7
  const [year, month, day] = new Date(today.getTime() - daysBack * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${month}/${day}/${year}`
}

/** Digits kept apart: "111" would be three identical characters in a row, which the policy refuses. */
const passwordOf = (serial: string) => `Harbor-${Array.from(serial).join('.')}-Lantern`

/** A borrower who qualifies when the bank says `user_good`; each call makes another one. */
export function newBorrower(portfolio: Portfolio): Borrower {
  count += 1
  const serial = `${process.pid % 1_000}${String(count).padStart(2, '0')}`
  const [firstName, lastName] = ['Lena', 'Sample']
  const email = `lena.sample.${serial}@example.com`
  const ssnLast4 = String(1_000 + ((process.pid * 7 + count) % 8_999))
  return {
    firstName,
    lastName,
    email,
    password: passwordOf(serial),
    ssnLast4,
    beforeLink: portfolio.portfolioId === 118 ? ['personal'] : ['personal', 'employment', 'bank', 'question'],
    sections: {
      personal: [
        [
          typed('First Name', firstName),
          typed('Last Name', lastName),
          typed('Birth Date', '04/17/1988'),
          typed('Social Security Number', `219-09-${ssnLast4}`),
          typed('Cell Phone', `(303) 555-01${String(count % 100).padStart(2, '0')}`),
        ],
        [
          typed('Street Address', `${100 + count} Sample Street`),
          typed('City', 'Springfield'),
          chosen('State', portfolio.portfolioId === 118 ? 'Utah' : 'Tennessee'),
          typed('ZIP Code', portfolio.portfolioId === 118 ? '84101' : '37201'),
        ],
      ],
      employment: [
        [
          chosen('Main Income', 'A job'),
          typed('Monthly Net Income', '4000.00'),
          chosen('How You Are Paid', 'Direct deposit'),
        ],
        [
          typed('Employer', 'Sample Works'),
          ticked('Full or Part Time', 'Full time'),
          typed('Hire Date', '03/2019'),
        ],
        [
          chosen('How Often You Are Paid', 'Every two weeks'),
          typed('Last Payday', lastFriday()),
          ticked('When Payday Is a Holiday', 'The business day before'),
          ticked('When Is Your Pay Available?', 'The same day'),
        ],
      ],
      bank: [
        [
          typed('Routing Number', '123456780'),
          typed('Account Number', '000111222333'),
          ticked('Account Type', 'Checking'),
        ],
      ],
      question: [[...NEEDED_QUESTIONS, chosen('Purpose of the Loan', 'Car repair')]],
    },
  }
}
