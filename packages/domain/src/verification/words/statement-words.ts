import feeWords from './fee-words.json' with { type: 'json' }
import lenderWords from './lender-words.json' with { type: 'json' }
import payWords from './pay-words.json' with { type: 'json' }
import transferWords from './transfer-words.json' with { type: 'json' }
import { type LineWords, wordList } from './word-list.ts'

/**
 * The words of a bank in a line of an account, as lists that are data with a version. Source:
 * docs/facts/statement-layouts.md §2; lists and patterns are public, and the choice among them is ours.
 */
export const STATEMENT_WORDS_VERSION = feeWords.version

const same = (phrases: readonly string[]) => wordList(phrases.map((phrase) => [phrase, true] as const))

type FeeKind = keyof typeof feeWords.fees
/** A check of somebody else's that bounced is no sign of the holder's own shortage. */
const OWN_SHORTAGE: readonly FeeKind[] = ['nsf', 'overdraft', 'returnedItem']

const FEES = wordList(
  (Object.keys(feeWords.fees) as FeeKind[]).flatMap((kind) =>
    feeWords.fees[kind].map((phrase) => [phrase, kind] as const),
  ),
)
const NO_FEES = same(feeWords.noFees)
const COMING_BACK = same(feeWords.comingBack)

/** Whether a line out of the account is a fee for a shortage of its holder, even one that quotes who caused it. */
export function isShortageFee(words: LineWords): boolean {
  if (NO_FEES.find(words) === true) return false
  const kind = FEES.find(words)
  if (kind !== undefined) return OWN_SHORTAGE.includes(kind)
  return feeWords.feeAtTheStart.includes(words[0] ?? '')
}

/** Money that comes back: a refund, a reversed fee or debit. */
export function isComingBack(words: LineWords): boolean {
  return COMING_BACK.find(words) === true || FEES.find(words) !== undefined
}

/** A short-term lender by name. */
export interface KnownLender {
  readonly name: string
  readonly kind: string
}

const LENDERS = wordList(
  lenderWords.shortTermLenders.flatMap((lender) =>
    lender.patterns.map((pattern) => [pattern, lender] as const),
  ),
)
const AVOIDED = new Map(
  lenderWords.shortTermLenders.flatMap((lender) =>
    'avoid' in lender ? [[lender.name, same(lender.avoid)] as const] : [],
  ),
)
const LOAN_WORDS = same(lenderWords.loanWords)
const OTHER_LOANS = same(Object.values(lenderWords.otherLoans).flat())

/** The short-term lender that a line names; undefined where it names none, or another with a name like it. */
export function knownLender(words: LineWords): KnownLender | undefined {
  const lender = LENDERS.find(words)
  return lender === undefined || AVOIDED.get(lender.name)?.find(words) === true ? undefined : lender
}

/** A loan that is no short-term one: for a car, a home, a school, or a prime personal loan. */
export const isOtherLoan = (words: LineWords): boolean => OTHER_LOANS.find(words) === true

/** Words for a loan whose lender is on no list. */
export const hasLoanWords = (words: LineWords): boolean => LOAN_WORDS.find(words) === true

const TRANSFERS = same(transferWords.ownTransfers)
const ONE_OFF = same(transferWords.oneOff)

/** Money between the holder's own accounts, or from person to person. */
export const isOwnTransfer = (words: LineWords): boolean => TRANSFERS.find(words) === true

/** Money that comes once: a tax refund, a reimbursement. */
export const isOneOff = (words: LineWords): boolean => ONE_OFF.find(words) === true

/** Where income comes from. Classified, and never marked down for it (12 CFR 1002.6(b)(5)). */
export type IncomeKind = 'payroll' | 'gig' | keyof typeof payWords.benefits | 'other'

const PAY = wordList<IncomeKind>([
  ...[...payWords.payroll, ...payWords.processors].map((phrase) => [phrase, 'payroll'] as const),
  ...payWords.gig.map((phrase) => [phrase, 'gig'] as const),
])
const BENEFITS = wordList(
  (Object.keys(payWords.benefits) as (keyof typeof payWords.benefits)[]).flatMap((kind) =>
    payWords.benefits[kind].map((phrase) => [phrase, kind] as const),
  ),
)

/** What kind of income a line says it is; `other` where it does not say. A benefit stays one when paid early. */
export function incomeKind(words: LineWords): IncomeKind {
  return BENEFITS.find(words) ?? PAY.find(words) ?? 'other'
}
