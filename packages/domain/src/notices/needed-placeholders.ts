import type { NoticeKind } from './notice-kind.ts'

type Needed = { readonly names: readonly string[]; readonly source: string }

const named = (source: string, ...names: string[]): Needed => ({ names, source })

/**
 * What a notice must say to be one: without these words the reader cannot do what it is sent for, or the law's
 * content is missing. Names of placeholders; each kind supplies them (notice-kind.ts).
 */
const NEEDED: Readonly<Partial<Record<NoticeKind, Needed>>> = {
  createAccountLink: named('product.md §1', 'link'),
  resetLink: named('product.md §1', 'link'),
  loginCode: named('product.md §7', 'code'),
  contactCode: named('product.md §7', 'code'),
  signingLink: named('product.md §1', 'link'),
  agreementCopy: named('12 CFR 1026.17(b), a copy to keep', 'link'),
  newTerms: named('domain.md §14', 'details', 'link'),
  noia: named('12 CFR 1002.9(c)(2)', 'missing', 'answerBy'),
  documentsRequested: named('12 CFR 1002.9(c)(2)', 'missing', 'answerBy'),
  documentRefused: named('12 CFR 1002.9(c)(2)', 'document', 'reason', 'answerBy'),
  noiaNotQualified: named('12 CFR 1002.9(b)(2)', 'reasons'),
  paymentUpcoming: named('12 CFR 1005.10(d)(1)', 'amount', 'paymentDate'),
  unusualWithdrawal: named('12 CFR 1041.9(b)', 'amount', 'paymentDate', 'reasons'),
  paymentMoved: named('domain.md §14', 'amount', 'agreedDate', 'paymentDate', 'details'),
  scheduleShifted: named('domain.md §14', 'paydays', 'details'),
  rightsNotice: named('12 CFR 1041.9(c)', 'attempts'),
  paymentReturned: named('domain.md §11', 'amount', 'reason'),
  receiptReversed: named('domain.md §14', 'amount', 'reason', 'consequences'),
  changeConfirmed: named('domain.md §11', 'changeName', 'details'),
  paidOff: named('domain.md §11', 'paidOffDate'),
}

/** In every notice: who writes. Source: domain.md §11. */
const ALWAYS = named('domain.md §11: every notice names the lender', 'legalName')

/** The placeholders that a notice of that kind may not do without, and why. */
export function neededPlaceholders(kind: NoticeKind): readonly Needed[] {
  const own = NEEDED[kind]
  return own === undefined ? [ALWAYS] : [ALWAYS, own]
}
