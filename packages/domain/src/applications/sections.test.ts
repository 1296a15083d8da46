import { describe, expect, test } from 'vitest'
import type { LoanState } from '../loans/loan-life.ts'
import { LOAN_STATES } from '../loans/loan-life.ts'
import { LoanStatus } from '../loans/codes.ts'
import type { SectionKey } from './codes.ts'
import {
  editableSections,
  isEntryOrder,
  isSectionEditable,
  nextSection,
  prerequisitesOf,
  SECTION_ORDER,
  sectionStatus,
  SUBMIT_SECTIONS,
} from './sections.ts'
import { isMilitaryZip, isZipOutside, stateOfZip } from './zip-state.ts'

const NEW: LoanState = { status: LoanStatus.initializing, subStatus: null }
const REVIEW: LoanState = { status: LoanStatus.originating, subStatus: 'customerReview' }
const progress = (
  loan: LoanState,
  completed: readonly SectionKey[],
  toRepair: readonly SectionKey[] = [],
  filled: readonly SectionKey[] = [],
) => ({
  loan,
  completed,
  filled,
  toRepair,
  entryOrder: SUBMIT_SECTIONS,
})
const LINK_FIRST: readonly SectionKey[] = ['personal', 'IBV', 'employment', 'bank', 'question']

describe('sections of an application (product.md §3, domain.md §3)', () => {
  test('a new application is led through personal, employment, bank, question and IBV', () => {
    const done: SectionKey[] = []
    for (let next = nextSection(progress(NEW, done)); next; next = nextSection(progress(NEW, done))) {
      done.push(next)
    }
    expect(done).toEqual(SUBMIT_SECTIONS)
  })

  test('after qualifying, loan detail, payment schedule and payment fee are left', () => {
    const done: SectionKey[] = [...SUBMIT_SECTIONS]
    for (let next = nextSection(progress(REVIEW, done)); next; next = nextSection(progress(REVIEW, done))) {
      done.push(next)
    }
    expect(done.slice(SUBMIT_SECTIONS.length)).toEqual(['loanDetail', 'paymentSchedule', 'paymentFee'])
  })

  test('the page asks in the order of the portfolio (domain.md §3, entryOrder)', () => {
    const done: SectionKey[] = []
    const next = () => nextSection({ ...progress(NEW, done), entryOrder: LINK_FIRST })
    for (let section = next(); section; section = next()) done.push(section)
    expect(done).toEqual(LINK_FIRST)
  })

  test('what the bank report answers is not asked for, and is done once it is confirmed', () => {
    const linked = progress(NEW, ['personal', 'IBV'], [], ['employment', 'bank'])
    const linkFirst = { ...linked, entryOrder: LINK_FIRST }
    expect(nextSection(linkFirst)).toBe('question')
    expect(sectionStatus('employment', linkFirst)).toBe('filled')
    expect(sectionStatus('employment', { ...linkFirst, completed: ['personal', 'employment'] })).toBe('done')
    expect(sectionStatus('employment', { ...linkFirst, completed: [] })).toBe('locked')
  })

  test('an order names personal first and every section of the application once', () => {
    expect([SUBMIT_SECTIONS, LINK_FIRST].every(isEntryOrder)).toBe(true)
    expect(isEntryOrder(['IBV', 'personal', 'employment', 'bank', 'question'])).toBe(false)
    expect(isEntryOrder(['personal', 'IBV', 'employment', 'bank'])).toBe(false)
    expect(isEntryOrder([...LINK_FIRST, 'bank'])).toBe(false)
    expect(isEntryOrder(['personal', 'IBV', 'employment', 'bank', 'bank'])).toBe(false)
  })

  test('once the first section has made the application, the others are answered in any order (domain.md §2)', () => {
    expect(prerequisitesOf('bank')).toEqual(['personal'])
    expect(isSectionEditable('bank', progress(NEW, []))).toBe(false)
    expect(isSectionEditable('bank', progress(NEW, ['personal']))).toBe(true)
    expect(sectionStatus('bank', progress(NEW, []))).toBe('locked')
    expect(sectionStatus('summary', progress(NEW, []))).toBe('open')
    expect(prerequisitesOf('loanDetail')).toEqual(SUBMIT_SECTIONS)
  })

  test('amount and schedule open together, because one plan is saved of both; the fees wait for it', () => {
    const offered = progress(REVIEW, SUBMIT_SECTIONS)
    expect(nextSection(offered)).toBe('loanDetail')
    expect(sectionStatus('paymentSchedule', offered)).toBe('open')
    expect(sectionStatus('paymentFee', offered)).toBe('locked')
  })

  test('a finished section can be changed again before submission', () => {
    expect(isSectionEditable('personal', progress(NEW, SUBMIT_SECTIONS))).toBe(true)
    expect(sectionStatus('personal', progress(NEW, SUBMIT_SECTIONS))).toBe('done')
  })

  test('nothing is editable by itself but in initializing and customer review', () => {
    for (const loan of LOAN_STATES) {
      const open = loan.status === LoanStatus.initializing || loan.subStatus === 'customerReview'
      expect(editableSections(progress(loan, SECTION_ORDER)).length > 0).toBe(open)
    }
  })

  test('a repair opens its section in a live loan, not in an ended one', () => {
    const approved: LoanState = { status: LoanStatus.approved, subStatus: null }
    expect(editableSections(progress(approved, SECTION_ORDER, ['bank']))).toEqual(['bank'])
    expect(nextSection(progress(approved, SECTION_ORDER, ['bank']))).toBe('bank')
    expect(sectionStatus('bank', progress(approved, SECTION_ORDER, ['bank']))).toBe('repair')
    const ended: LoanState = { status: LoanStatus.withdrawn, subStatus: null }
    expect(editableSections(progress(ended, SECTION_ORDER, ['bank']))).toEqual([])
  })
})

describe('ZIP and state warn, never refuse', () => {
  test.each([
    ['10001', 'NY'],
    ['02108-1234', 'MA'],
    ['00901', 'PR'],
    ['20001', 'DC'],
    ['06390', 'NY'],
    ['96799', 'AS'],
    ['99501', 'AK'],
    ['1234', null],
    ['ABCDE', null],
    ['00001', null],
  ])('%s lies in %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state)
  })

  test.each([
    ['10001', 'NJ', true],
    ['10001', 'NY', false],
    ['90210', 'DE', true],
    ['00001', 'NY', false],
    ['10001', '', false],
  ])('%s contradicts %j: %s', (zip, state, isOutside) => {
    expect(isZipOutside(zip, state)).toBe(isOutside)
  })

  test('military mail has ZIP codes of its own', () => {
    expect(['09012', '34002', '96201'].every(isMilitaryZip)).toBe(true)
    expect(isMilitaryZip('19801')).toBe(false)
  })
})
