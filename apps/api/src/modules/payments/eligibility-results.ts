import type { CallReply } from '@dolphin/contract/call'
import type { eligibilityResultsCall } from '@dolphin/contract/payments'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ELIGIBILITY_RULES } from '@dolphin/domain/payments/debit-eligibility/debit-eligibility'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'

const CITATIONS: ReadonlyMap<string, string> = new Map(
  ELIGIBILITY_RULES.map(({ id, citation }) => [id as string, citation]),
)

/** The law or rule behind an answer; null of one that is about the entry itself, or where all rules hold. */
export const citationOf = (rule: string): string | null => CITATIONS.get(rule) ?? null

/** Every answer of the debit eligibility check about a loan, oldest first, with the rule and what it cites. */
export async function readEligibilityResults(
  { database: { db } }: Deps,
  loan: Loan,
): Promise<CallReply<typeof eligibilityResultsCall>> {
  const answers = await listEligibilityDecisions(db, loan)
  return {
    loanNo: loan.loanNo,
    answers: answers.map(({ decisionNo, transactionNo, asked, allowed, rule, words, at }) => ({
      decisionNo,
      at: isoInZone(at, NEW_YORK),
      transactionNo,
      asked,
      allowed,
      rule,
      citation: citationOf(rule),
      words,
    })),
  }
}
