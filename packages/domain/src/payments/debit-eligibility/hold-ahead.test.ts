import { describe, expect, test } from 'vitest'
import { checkDebitEligibility } from './debit-eligibility.ts'
import { holdAhead, isHeldByOthers } from './hold-ahead.ts'
import { HOLD_CAUSES, rulesOfOthers } from './hold-cause.ts'
import { HISTORY_RULES } from './history-rules.ts'
import { LOAN_RULES } from './loan-rules.ts'
import { attempt, facts } from './testing/agreed-debit.ts'
import { INELIGIBLE_BY_HISTORY } from './testing/ineligible-by-history.ts'
import { INELIGIBLE_DEBITS } from './testing/ineligible-debits.ts'

const AHEAD: readonly string[] = [
  ...LOAN_RULES.map(({ id }) => id),
  ...HISTORY_RULES.map(({ id }) => id).filter((id) =>
    ['usableAccount', 'permissionEnded', 'itemStopped', 'twoFailures'].includes(id),
  ),
].filter((id) => id !== 'rail')

const known = [...INELIGIBLE_DEBITS, ...INELIGIBLE_BY_HISTORY].filter(({ rule }) => AHEAD.includes(rule))

describe('what is known of a debit before its batch (domain.md §14, page and batch ask one rule)', () => {
  test('a debit as agreed is held by nothing', () => {
    expect(holdAhead(facts, attempt)).toBeNull()
  })

  test.each(known)('$rule holds ahead as in the batch: $why', ({ facts: changed, attempt: asked }) => {
    const all = { ...facts, ...changed }
    const one = { ...attempt, ...asked }
    const batch = checkDebitEligibility(all, { ...one, when: 'send' })
    const ahead = holdAhead(all, one)
    if (batch.allowed || ahead === null) throw new Error('both deny')
    expect(ahead).toMatchObject({ rule: batch.rule, cause: HOLD_CAUSES[batch.rule] })
    expect(ahead.words.en.startsWith(batch.words.en)).toBe(true)
    expect(ahead.words.es.startsWith(batch.words.es)).toBe(true)
  })

  test.each(known)(
    '$rule beside an unread entry of the bank: who sends it is as the batch holds it: $why',
    (one) => {
      const all = { ...facts, ...one.facts, isBankEntryOpen: true }
      const asked = { ...attempt, ...one.attempt }
      const others = rulesOfOthers(checkDebitEligibility(all, { ...asked, when: 'send' }))
      expect(isHeldByOthers(holdAhead(all, asked))).toBe(others.some((rule) => AHEAD.includes(rule)))
    },
  )
})
