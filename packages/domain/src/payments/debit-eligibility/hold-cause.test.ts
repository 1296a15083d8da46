import { describe, expect, test } from 'vitest'
import { LoanStatus } from '../../loans/codes.ts'
import { checkDebitEligibility, ELIGIBILITY_RULES } from './debit-eligibility.ts'
import { HOLD_CAUSES, holdCauseOf, isHeldByLender, rulesOfOthers } from './hold-cause.ts'
import { attempt, facts } from './testing/agreed-debit.ts'

describe('on whose side a held debit lies (domain.md §14)', () => {
  test('every rule is classified, and nothing else is', () => {
    expect(Object.keys(HOLD_CAUSES).toSorted()).toEqual(ELIGIBILITY_RULES.map(({ id }) => id).toSorted())
  })

  test('only what we missed is ours', () => {
    const ours = ELIGIBILITY_RULES.flatMap(({ id }) => (HOLD_CAUSES[id] === 'lender' ? [id] : []))
    expect(ours).toEqual([
      'bankEntryOpen',
      'validatedAccount',
      'retryAlone',
      'bankingDay',
      'notEarly',
      'cutOffWindow',
      'immediate',
      'firstNotice',
      'unusualNotice',
      'variableAmountNotice',
      'toldAmount',
    ])
  })

  test('a reason that is no rule is on no list', () => {
    expect(holdCauseOf('firstNotice')).toBe('lender')
    expect(holdCauseOf('addressNotUsable')).toBeUndefined()
    expect(holdCauseOf('toString')).toBeUndefined()
  })

  test('a missed notice is ours, unless something of the borrower’s stands in the way too', () => {
    const missed = { ...facts, debitedBefore: false, notices: [] }
    expect(isHeldByLender(checkDebitEligibility(missed, attempt))).toBe(true)
    const suspended = {
      ...missed,
      loanState: { status: LoanStatus.suspended, subStatus: 'bankruptcy' as const },
    }
    expect(isHeldByLender(checkDebitEligibility(suspended, attempt))).toBe(false)
    expect(rulesOfOthers(checkDebitEligibility(suspended, attempt))).toEqual(['suspended'])
    expect(isHeldByLender(checkDebitEligibility(facts, attempt))).toBe(false)
  })
})
