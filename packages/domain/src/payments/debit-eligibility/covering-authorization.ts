import type { AgreedDebit, DebitAttempt, DebitAuthorization, DebitEligibilityFacts } from './debit-attempt.ts'

/** Whether an account key is the loan's current account, under this or a former key of it. */
export function isCurrentAccount({ account }: DebitEligibilityFacts, key: string): boolean {
  return account !== null && (account.key === key || account.formerKeys.includes(key))
}

/** What the authorization says of the attempt's payment, or null. */
export const agreedDebit = (authorization: DebitAuthorization | null, item: string): AgreedDebit | null =>
  authorization?.scope.find((agreed) => agreed.item === item) ?? null

/** Whether an authorization holds now: given, and not revoked (I8: a revocation reaches every file cut after it). */
export function holds({ grantedAt, revokedAt }: DebitAuthorization, now: Date): boolean {
  return grantedAt <= now && (revokedAt === null || revokedAt > now)
}

/**
 * The newest authorization that holds and names the attempt's payment on its account. An authorization for an account goes
 * on for the same account after a notice of change. Source: 12 CFR 1005.10(b); domain.md §9;
 * design/security.md I6.
 */
export function coveringAuthorization(
  facts: DebitEligibilityFacts,
  attempt: DebitAttempt,
): DebitAuthorization | null {
  const covering = facts.authorizations.filter(
    (one) =>
      holds(one, facts.now) &&
      isCurrentAccount(facts, one.accountKey) &&
      isCurrentAccount(facts, attempt.accountKey) &&
      one.holdsFrom <= attempt.effectiveDate &&
      agreedDebit(one, attempt.item) !== null,
  )
  return covering.reduce<DebitAuthorization | null>(
    (newest, one) => (newest === null || one.grantedAt > newest.grantedAt ? one : newest),
    null,
  )
}

/**
 * Since when the borrower has allowed the payment of an item without a break: the grant of the covering authorization, or
 * of one before it that held until the next was given. Source: 12 CFR 1041.9(b)(2)(i)(A).
 */
export function permittedSince(
  facts: DebitEligibilityFacts,
  covering: DebitAuthorization,
  item: string,
): Date {
  const before = facts.authorizations
    .filter((one) => isCurrentAccount(facts, one.accountKey) && agreedDebit(one, item) !== null)
    .toSorted((left, right) => right.grantedAt.getTime() - left.grantedAt.getTime())
  return before.reduce(
    (since, { grantedAt, revokedAt }) =>
      grantedAt < since && (revokedAt === null || revokedAt >= since) ? grantedAt : since,
    covering.grantedAt,
  )
}
