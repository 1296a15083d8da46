import type { CallReply } from '@dolphin/contract/call'
import type { guardAnswersCall } from '@dolphin/contract/payments'
import { listGuardDecisions } from '@dolphin/database/payments/guard-decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { GUARD_RULES } from '@dolphin/domain/payments/debit-guard/debit-guard'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'

const CITATIONS: ReadonlyMap<string, string> = new Map(
  GUARD_RULES.map(({ id, citation }) => [id as string, citation]),
)

/** The law or rule behind an answer; null of one that is about the entry itself, or where all rules hold. */
export const citationOf = (rule: string): string | null => CITATIONS.get(rule) ?? null

/** Every answer of the debit guard about a loan, oldest first, with the rule and what it cites. */
export async function readGuardAnswers(
  { database: { db } }: Deps,
  loan: Loan,
): Promise<CallReply<typeof guardAnswersCall>> {
  const answers = await listGuardDecisions(db, loan)
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
