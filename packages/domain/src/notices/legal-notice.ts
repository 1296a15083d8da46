import type { NoticeKind } from './notice-kind.ts'

/** Kinds that the law or the agreement asks for, with the rule; one that did not arrive goes another way. */
const RULE_OF_NOTICE: Readonly<Partial<Record<NoticeKind, string>>> = {
  adverseAction: '12 CFR 1002.9(a)(2)',
  counteroffer: '12 CFR 1002.9(a)(2)',
  noia: '12 CFR 1002.9(c)(2)',
  documentsRequested: '12 CFR 1002.9(c)(2)',
  documentRefused: '12 CFR 1002.9(c)(2)',
  agreementCopy: '12 CFR 1026.17(b)',
  newTerms: '12 CFR 1026.17(f)',
  amendmentToSign: '12 CFR 1026.17(f)',
  paymentUpcoming: '12 CFR 1005.10(d)(1)',
  paymentMoved: '12 CFR 1005.10(d)(1)',
  scheduleShifted: '12 CFR 1005.10(d)(1)',
  unusualWithdrawal: '12 CFR 1041.9(b)',
  rightsNotice: '12 CFR 1041.9(c)',
  authorizationEnded: '12 CFR 1005.10(c)',
}

/** The rule that asks for a notice of this kind; undefined where none does. */
export const ruleOfNotice = (kind: NoticeKind): string | undefined => RULE_OF_NOTICE[kind]

/** Every kind that a rule asks for. */
export const LEGAL_KINDS = Object.keys(RULE_OF_NOTICE) as readonly NoticeKind[]

/** Advertisements: they need consent and a way out (16 CFR 316; RFC 8058). */
export const ADVERTISING_KINDS: readonly NoticeKind[] = ['returning', 'couponIssued']
