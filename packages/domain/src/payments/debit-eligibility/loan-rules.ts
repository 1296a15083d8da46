import { type ValidationState, validationState } from '../account-validation.ts'
import { ELIGIBILITY_TEXTS } from './eligibility-texts.ts'
import { returnRule } from './return-codes.ts'
import { PaymentMode, TransactionMode } from '../codes.ts'
import { CollectingSubStatus, LIVE_STATUSES, LoanStatus } from '../../loans/codes.ts'
import { isShownAs, legalEffects } from '../../loans/legal-facts.ts'
import { holds, isCurrentAccount } from './covering-authorization.ts'
import {
  type Asked,
  blockedForGood,
  type EligibilityRule,
  isSinglePayment,
  heldUntilChanged,
} from './eligibility-rule.ts'

/** Rules about the loan, the way of paying, the account and the authorization. */

const { pending, suspended, collecting } = LoanStatus

/** Agreed anew in collection, so that automatic debits go on. */
const NEW_AGREEMENT: readonly unknown[] = [
  CollectingSubStatus.accepted,
  CollectingSubStatus.rePlanned,
  CollectingSubStatus.cleared,
]

/** The rails that can take money, by the way of paying that they belong to. */
const RAIL_OF_MODE: Readonly<Partial<Record<PaymentMode, TransactionMode>>> = {
  [PaymentMode.ach]: TransactionMode.ach,
  [PaymentMode.debitCard]: TransactionMode.tpt,
}
const DEBIT_RAILS: readonly TransactionMode[] = [TransactionMode.ach, TransactionMode.tpt]

/** How far the account is validated that an ACH debit is taken from; undefined of another rail. */
const validationOf = ({ facts: { account, hours, now }, attempt }: Asked): ValidationState | undefined =>
  account === null || attempt.rail !== TransactionMode.ach
    ? undefined
    : validationState(account.validation, hours, now)

export const LOAN_RULES = [
  {
    id: 'loanOwes',
    rule: 'The loan is funded and not ended; its principal can be debited back while it is rescinded.',
    citation: 'domain.md §2',
    check: ({ facts: { loanState }, attempt }) => {
      const rescinded = attempt.purpose === 'rescission' && loanState.status === pending
      return LIVE_STATUSES.includes(loanState.status) || rescinded
        ? null
        : blockedForGood(ELIGIBILITY_TEXTS.nothingDue)
    },
  },
  {
    id: 'bankEntryOpen',
    rule: 'Nothing is taken while an unread, refused or unmatched entry of the bank may be about the loan.',
    citation: 'domain.md §14, bank files',
    check: ({ facts: { isBankEntryOpen }, attempt: { when }, covering }) =>
      isBankEntryOpen && (when === 'send' || isSinglePayment(covering))
        ? heldUntilChanged(ELIGIBILITY_TEXTS.bankMessageOpen)
        : null,
  },
  {
    id: 'bankruptcy',
    rule: 'Nothing is taken while a bankruptcy stands on the loan, whatever its status.',
    citation: '11 USC 362(a); domain.md §2',
    check: ({ facts: { legalFacts } }) =>
      legalEffects(legalFacts).stopsDebits ? heldUntilChanged(ELIGIBILITY_TEXTS.bankruptcy) : null,
  },
  {
    id: 'suspended',
    rule: 'Nothing is taken from a suspended loan, unless it is suspended for active duty alone.',
    citation: 'domain.md §2: no debit while suspended',
    check: ({ facts: { loanState } }) =>
      loanState.status === suspended && !isShownAs(loanState, 'activeDuty')
        ? heldUntilChanged(ELIGIBILITY_TEXTS.onHold)
        : null,
  },
  {
    id: 'collecting',
    rule: 'In collection only a new agreement or a payment that the borrower confirms is taken.',
    citation: 'domain.md §2, collecting',
    check: ({ facts: { loanState }, covering }) =>
      loanState.status === collecting &&
      !NEW_AGREEMENT.includes(loanState.subStatus) &&
      !isSinglePayment(covering)
        ? heldUntilChanged(ELIGIBILITY_TEXTS.pastDue)
        : null,
  },
  {
    id: 'rail',
    rule: 'Money is taken by ACH or card only; never by a remotely created check.',
    citation: '16 CFR 310.4(a)(9); domain.md §1',
    check: ({ attempt: { rail } }) =>
      DEBIT_RAILS.includes(rail) ? null : blockedForGood(ELIGIBILITY_TEXTS.notThisWay),
  },
  {
    id: 'paymentMode',
    rule: 'Automatic debits go by the way of paying that the borrower picked; a confirmed payment may differ.',
    citation: 'domain.md §10, change 104 and 107; 12 CFR 1005.10(e)(1)',
    check: ({ facts: { paymentMode }, attempt, covering }) =>
      RAIL_OF_MODE[paymentMode] === attempt.rail || isSinglePayment(covering)
        ? null
        : heldUntilChanged(ELIGIBILITY_TEXTS.otherWayChosen),
  },
  {
    id: 'account',
    rule: 'Money is taken from the current account of the loan and no other.',
    citation: 'domain.md §9; ach.md §2, R02 to R04',
    check: ({ facts, attempt }) =>
      isCurrentAccount(facts, attempt.accountKey) ? null : blockedForGood(ELIGIBILITY_TEXTS.accountNotUsed),
  },
  {
    id: 'revoked',
    rule: 'No file cut after a revocation holds a debit under what was revoked.',
    citation: 'design/security.md I8; 12 CFR 1005.10(c); ach.md §2, R07',
    check: ({ facts: { authorizations, now }, covering }) => {
      const revoked = authorizations.some(({ revokedAt }) => revokedAt !== null && revokedAt <= now)
      const left = authorizations.some((one) => holds(one, now))
      return revoked && !left && covering === null ? heldUntilChanged(ELIGIBILITY_TEXTS.withdrawn) : null
    },
  },
  {
    id: 'authorized',
    rule: 'A signed or confirmed authorization covers this payment on this account from this day.',
    citation: '12 CFR 1005.10(b); design/security.md I6',
    check: ({ covering }) => (covering === null ? heldUntilChanged(ELIGIBILITY_TEXTS.noAuthorization) : null),
  },
  {
    id: 'linkEnded',
    rule: 'Nothing is taken by a tokenized account number whose bank link has ended.',
    citation: 'docs/facts/vendors.md "Plaid"',
    check: ({ facts: { account } }) =>
      account?.isLinkEnded ? heldUntilChanged(ELIGIBILITY_TEXTS.linkEnded) : null,
  },
  {
    id: 'prenoteReturned',
    rule: 'Nothing is taken from an account whose prenote came back.',
    citation: 'ach.md §1, prenote; ach.md §2, R02 to R04',
    check: (asked) => {
      const state = validationOf(asked)
      if (state?.kind !== 'prenoteReturned') return null
      const { accountRefused, accountUnclear } = ELIGIBILITY_TEXTS
      return heldUntilChanged(returnRule(state.code).repair ? accountRefused : accountUnclear)
    },
  },
  {
    id: 'validatedAccount',
    rule: 'A debit authorized on the site is taken from an account that is validated: by its bank link, by a notice of change, or three banking days after its prenote.',
    citation: 'ach.md §4, WEB debits; ach.md §1, prenote; domain.md §9',
    check: (asked) => {
      const state = validationOf(asked)
      return asked.covering?.medium === 'site' &&
        state?.kind === 'validatedFrom' &&
        asked.attempt.effectiveDate < state.day
        ? heldUntilChanged(ELIGIBILITY_TEXTS.accountNotValidated)
        : null
    },
  },
] as const satisfies readonly EligibilityRule<string>[]
