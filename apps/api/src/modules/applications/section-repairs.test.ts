import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { join } from 'node:path'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { assert } from '@dolphin/domain/assert'
import { bankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { expect, test, vi } from 'vitest'
import { ValueCache } from '../../value-cache.ts'
import type { PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import { loadPortfolios } from '../portfolios/portfolio-catalog.ts'
import { sectionRepairs } from './section-repairs.ts'

const portfolios = loadPortfolios(join(import.meta.dirname, '../../../../../data/portfolios'))
const now = new Date('2026-03-03T15:00:00Z')
const loan = { portfolioId: 118, applicationNo: 'A1', status: LoanStatus.initializing, subStatus: null }
const WRONG = new Map([[SectionKey.question, new Set(['externalOpenLoans', 'bankruptcy', 'loanPurpose'])]])

/** Questions of which one is not answered and two as their form does not take it, sealed under this text. */
function questions(sealed: string, complete = true) {
  const open = vi.fn(() => ({ military: '-1', externalOpenLoans: '500', loanPurpose: 'yacht' }))
  const section = { sectionKey: SectionKey.question, complete, formVersion: 1, version: 1, updatedAt: now }
  return { ...section, sealed, open }
}

const partsWith = (catalog: PortfolioCatalog = portfolios) => ({
  portfolios: catalog,
  calendar: bankCalendar([]),
  repairCache: new ValueCache<ReadonlySet<string>>(10),
})

/** The same brands with the questions' form published anew. */
function publishedAnew(): PortfolioCatalog {
  const entry = portfolios.byId(118)
  const form = entry?.forms.get('question')
  assert(entry !== undefined && form !== undefined, 'the brand asks questions')
  const forms = new Map([...entry.forms, ['question', { ...form }]])
  return { ...portfolios, byId: () => ({ ...entry, forms }) }
}

test('answers that their form no longer takes are named', () => {
  expect(sectionRepairs(partsWith(), loan, [questions('a')], now)).toEqual(WRONG)
})

test('the same answers are opened and judged once a day', () => {
  const parts = partsWith()
  const section = questions('a')
  for (const minutes of [0, 5, 10])
    expect(sectionRepairs(parts, loan, [section], new Date(now.getTime() + minutes * MINUTE_MS))).toEqual(
      WRONG,
    )
  expect(section.open).toHaveBeenCalledTimes(1)
  sectionRepairs(parts, loan, [section], new Date('2026-03-04T15:00:00Z'))
  expect(section.open).toHaveBeenCalledTimes(2)
})

test('other answers are judged anew, and so is every answer by a form that was published since', () => {
  const parts = partsWith()
  sectionRepairs(parts, loan, [questions('a')], now)
  const [changed, asBefore] = [questions('b'), questions('b')]
  sectionRepairs(parts, loan, [changed], now)
  expect(changed.open).toHaveBeenCalledTimes(1)
  sectionRepairs({ ...parts, portfolios: publishedAnew() }, loan, [asBefore], now)
  expect(asBefore.open).toHaveBeenCalledTimes(1)
})

test('a closing of the banks that was added since is taken into account', () => {
  const parts = partsWith()
  sectionRepairs(parts, loan, [questions('a')], now)
  const [same, closed] = [questions('a'), questions('a')]
  sectionRepairs(parts, loan, [same], now)
  expect(same.open).not.toHaveBeenCalled()
  sectionRepairs({ ...parts, calendar: bankCalendar([]) }, loan, [closed], now)
  expect(closed.open).toHaveBeenCalledTimes(1)
})

test("another application's answers are its own, whatever they look like", () => {
  const parts = partsWith()
  sectionRepairs(parts, loan, [questions('a')], now)
  const others = questions('a')
  sectionRepairs(parts, { ...loan, applicationNo: 'A2' }, [others], now)
  expect(others.open).toHaveBeenCalledTimes(1)
})

test('nothing is judged before a section is finished, nor after the signature', () => {
  const begun = questions('a', false)
  expect(sectionRepairs(partsWith(), loan, [begun], now).size).toBe(0)
  const reviewing = {
    ...loan,
    status: LoanStatus.originating,
    subStatus: OriginatingSubStatus.customerReview,
  }
  expect(sectionRepairs(partsWith(), reviewing, [questions('a')], now)).toEqual(WRONG)
  expect(
    sectionRepairs(partsWith(), { ...loan, status: LoanStatus.approved }, [questions('a')], now).size,
  ).toBe(0)
  expect(begun.open).not.toHaveBeenCalled()
})
