import type { planTerms } from '@dolphin/contract/shapes/payment-plan'
import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { parseMoney } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import type { PlanChoice } from '@dolphin/domain/plans/plan'
import { parsePlanName } from '@dolphin/domain/plans/plan-name'
import type { z } from 'zod'
import { type Result, refuse } from '../../refusal.ts'

type PlanTerms = z.output<typeof planTerms>

/** Terms of the wire as a choice; their schema has checked their form. */
function choiceOfTerms({ amount, frequency, number, firstDate }: PlanTerms): Result<PlanChoice> {
  const [cents, date] = [parseMoney(amount), parseLocalDate(firstDate)]
  if (cents === undefined || date === undefined) return refuse('planNotOffered')
  return ok({ amount: cents, frequency, count: number, firstDate: date })
}

/** A plan named by its option id or by its terms; exactly one of both. */
export function choiceNamed({
  optionId,
  terms,
}: {
  readonly optionId?: string | undefined
  readonly terms?: PlanTerms | undefined
}): Result<PlanChoice> {
  if (terms !== undefined && optionId === undefined) return choiceOfTerms(terms)
  const choice = optionId === undefined || terms !== undefined ? undefined : parsePlanName(optionId)
  return choice === undefined ? refuse('planNotOffered') : ok(choice)
}
