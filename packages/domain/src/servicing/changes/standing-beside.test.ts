import { describe, expect, test } from 'vitest'
import { day } from './live-loan.sample.ts'
import { MODIFICATION_KINDS } from './modification-life.ts'
import { besideOpen, type OpenModification } from './standing-beside.ts'

const open = (kind: OpenModification['kind'], mode: OpenModification['mode'] = 'debit') => ({
  kind,
  mode,
  possibleOn: day('2026-09-03'),
})
const wanted = (kind: OpenModification['kind'], isHardship = false) => ({ kind, isHardship })
const all = (of: OpenModification) => MODIFICATION_KINDS.map((kind) => besideOpen(of, wanted(kind)))

describe('one debit is under way and another modification is wanted (domain.md §14)', () => {
  test('payoff, extra payment, schedule, way to pay, revocation, beside each that is open', () => {
    expect(all(open('payoff'))).toEqual(['refused', 'refused', 'refused', 'beside', 'beside'])
    expect(all(open('extraPayment'))).toEqual(['refused', 'refused', 'beside', 'beside', 'beside'])
    expect(all(open('schedule'))).toEqual(['refused', 'refused', 'refused', 'supersedes', 'beside'])
    const after = ['supersedes', 'supersedes', 'supersedes', 'supersedes', 'beside']
    expect(all(open('paymentMode'))).toEqual(after)
    expect(all(open('revocation'))).toEqual(after)
  })

  test('a payment that the borrower sends holds nothing up', () => {
    for (const kind of ['payoff', 'extraPayment'] as const)
      expect(all(open(kind, 'borrower'))).toEqual(['supersedes', 'supersedes', 'beside', 'beside', 'beside'])
  })

  test('a revocation and hardship assistance are never refused; beside a payoff the latter waits for its failure', () => {
    for (const kind of MODIFICATION_KINDS) {
      expect(besideOpen(open(kind), wanted('revocation'))).toBe('beside')
      const beside = besideOpen(open(kind), wanted('schedule', true))
      expect(beside).not.toBe('refused')
      expect(beside === 'onFailure').toBe(kind === 'payoff')
    }
  })
})
