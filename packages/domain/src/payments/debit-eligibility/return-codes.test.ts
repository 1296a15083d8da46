import { describe, expect, test } from 'vitest'
import { creditReturnEffect, debitReturnEffect } from './return-effect.ts'
import {
  creditReturnWords,
  isReturnCode,
  RETURN_CODES,
  RETURN_RULES,
  type ReturnCode,
  returnRule,
} from './return-codes.ts'
import { LOAN_EDGES } from '../../loans/loan-edges.ts'
import { moveLoan } from '../../loans/loan-life.ts'
import { LoanStatus } from '../../loans/codes.ts'

const span = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `R${(from + index).toString().padStart(2, '0')}`)

/** Counts and frames as ach.md §2 prints them: banking days, 60 calendar days, next file, none. */
const PRINTED: readonly (readonly [ReturnCode, string, string])[] = [
  ['R01', '2', 'overall'],
  ['R02', '2', 'administrative'],
  ['R03', '2', 'administrative'],
  ['R04', '2', 'administrative'],
  ['R05', '60', 'unauthorized'],
  ['R06', '-', 'none'],
  ['R07', '60', 'unauthorized'],
  ['R08', '2', 'overall'],
  ['R09', '2', 'overall'],
  ['R10', '60', 'unauthorized'],
  ['R11', '60', 'unauthorized'],
  ['R12', '2', 'overall'],
  ['R13', 'file', 'overall'],
  ['R14', '2', 'overall'],
  ['R15', '2', 'overall'],
  ['R16', '2', 'overall'],
  ['R17', '2', 'overall'],
  ['R20', '2', 'overall'],
  ['R23', '-', 'none'],
  ['R24', '2', 'overall'],
  ['R28', 'file', 'overall'],
  ['R29', '2', 'unauthorized'],
  ['R51', '60', 'unauthorized'],
]

const withReaction = (reaction: string): ReturnCode[] =>
  RETURN_CODES.filter((code) => returnRule(code).reaction === reaction)

describe('reaction table (ach.md §2, domain.md §9)', () => {
  test('one row for each code of the facts, and none besides', () => {
    expect(RETURN_CODES).toEqual([
      ...span(1, 17),
      'R20',
      'R23',
      'R24',
      ...span(28, 29),
      'R31',
      'R51',
      ...span(61, 77),
    ])
    expect(['R97', 'R96', 'R18', 'r01', '', 'toString'].some(isReturnCode)).toBe(false)
  })

  test.each(PRINTED)('%s: %s, counts as %s', (code, frame, countsAs) => {
    const { deadline } = returnRule(code)
    const printed = 'days' in deadline ? String(deadline.days) : deadline.unit === 'nextFile' ? 'file' : '-'
    expect([printed, returnRule(code).countsAs]).toEqual([frame, countsAs])
    if ('days' in deadline) expect(deadline.unit).toBe(deadline.days === 60 ? 'calendarDays' : 'bankingDays')
  })

  test('the classes', () => {
    expect(withReaction('representable')).toEqual(['R01', 'R09'])
    expect(withReaction('newAccount')).toEqual(['R02', 'R03', 'R04', 'R12', 'R13', 'R20', 'R28'])
    expect(withReaction('newAuthorization')).toEqual(['R05', 'R07', 'R08', 'R10', 'R29', 'R51'])
    expect(withReaction('correctable')).toEqual(['R11'])
    expect(withReaction('suspend')).toEqual(['R14', 'R15', 'R16'])
    expect(withReaction('returnedCredit')).toEqual(['R23'])
    expect(withReaction('review')).toEqual(['R06', 'R17', 'R24', 'R31'])
    expect(withReaction('interbank')).toEqual(span(61, 77))
  })

  test('only R01 and R09 fail for insufficient funds and bear the fee', () => {
    expect(RETURN_CODES.filter((code) => returnRule(code).insufficientFunds)).toEqual(['R01', 'R09'])
    expect(RETURN_CODES.filter((code) => returnRule(code).chargesFee)).toEqual(['R01', 'R09'])
  })

  test('a return that needs another account requests one and suspends the loan', () => {
    for (const code of RETURN_CODES) {
      const { reaction, repair, suspends, stops } = returnRule(code)
      expect(repair).toBe(reaction === 'newAccount')
      expect(suspends === 'suspendedHardReturn').toBe(reaction === 'newAccount')
      if (reaction === 'newAccount') expect(stops).toBe('account')
      if (suspends !== null) expect(LOAN_EDGES[suspends].from).toContain('processing')
    }
  })

  test('a dispute between banks has five banking days, counts toward no rate and sends no notice', () => {
    for (const code of withReaction('interbank')) {
      expect(returnRule(code)).toMatchObject({
        deadline: { unit: 'bankingDays', days: 5 },
        countsAs: 'none',
        stops: 'nothing',
        suspends: null,
        undoesPayment: false,
        notices: [],
        words: null,
      })
    }
    expect(RETURN_CODES.filter((code) => !returnRule(code).undoesPayment)).toEqual(['R23', ...span(61, 77)])
  })

  test('the notices that a return sends to the borrower', () => {
    const told = (reaction: string) => [
      ...new Set(withReaction(reaction).map((code) => returnRule(code).notices.join(' '))),
    ]
    expect(told('representable')).toEqual(['paymentReturned'])
    expect(told('newAccount')).toEqual(['paymentReturned bankRepair'])
    expect(told('newAuthorization')).toEqual(['paymentReturned debitsStopped', 'paymentReturned'])
    expect(returnRule('R08').notices).toEqual(['paymentReturned'])
    expect(told('suspend')).toEqual(['paymentReturned'])
    expect(told('review')).toEqual(['paymentReturned'])
  })

  test('a returned credit is described in both languages, by the meaning of its code', () => {
    expect(creditReturnWords('R02')).toEqual({ en: 'Account closed (R02).', es: 'Cuenta cerrada (R02).' })
    expect(creditReturnWords('R10').es).toBe('El banco devolvió el dinero (R10).')
    const general = RETURN_CODES.filter((code) => creditReturnWords(code).es.startsWith('El banco devolvió'))
    expect(RETURN_CODES.filter((code) => !general.includes(code))).toEqual([
      'R02',
      'R03',
      'R04',
      ...span(12, 17),
      'R20',
      'R23',
      'R24',
      'R28',
    ])
    for (const code of RETURN_CODES)
      for (const text of Object.values(creditReturnWords(code)))
        expect(text).toMatch(new RegExp(`^\\S.{9,} \\(${code}\\)\\.$`))
  })

  test('every row cites its source, and what concerns the borrower has words without jargon', () => {
    for (const [code, { source, words, notices }] of Object.entries(RETURN_RULES)) {
      expect(source).toMatch(/ach\.md §2/)
      if (notices.length > 0) expect([code, words === null]).toEqual([code, false])
      for (const text of Object.values(words ?? {})) expect(text).not.toMatch(/ACH|RDFI|ODFI|R\d\d|entry/)
    }
  })
})

describe('what a return does', () => {
  test('the fee is charged once for an item (domain.md §6)', () => {
    expect(debitReturnEffect('R01', false).chargesFee).toBe(true)
    expect(debitReturnEffect('R01', true).chargesFee).toBe(false)
    expect(debitReturnEffect('R02', false).chargesFee).toBe(false)
  })

  test('R02 suspends a processing loan as a hard return and asks for another account', () => {
    const effect = debitReturnEffect('R02', false)
    expect(effect).toMatchObject({ repair: true, undoesPayment: true, review: false })
    expect(effect.notices).toEqual(['paymentReturned', 'bankRepair'])
    expect(moveLoan({ status: LoanStatus.processing, subStatus: null }, effect.loanEvent ?? 'cured')).toEqual(
      {
        ok: true,
        value: { status: LoanStatus.suspended, subStatus: 'hardReturn' },
      },
    )
  })

  test('a person looks at deaths, frozen accounts, disputes, corrections and denied authorizations', () => {
    const looked = RETURN_CODES.filter((code) => debitReturnEffect(code, false).review)
    expect(looked).toEqual([
      'R05',
      'R06',
      'R10',
      'R11',
      ...span(14, 17),
      'R23',
      'R24',
      'R29',
      'R31',
      'R51',
      ...span(61, 77),
    ])
  })

  test('any returned credit makes the loan unfunded and asks for another account (domain.md §2)', () => {
    for (const code of RETURN_CODES) {
      const effect = creditReturnEffect(code)
      const isReturn = returnRule(code).reaction !== 'interbank'
      expect(effect.loanEvent).toBe(isReturn ? 'creditReturned' : null)
      expect([effect.repair, effect.undoesPayment]).toEqual([isReturn, isReturn])
      expect(effect.chargesFee).toBe(false)
      expect(effect.notices).toEqual(isReturn ? ['disbursementReturned'] : [])
    }
    const looked = RETURN_CODES.filter((code) => creditReturnEffect(code).review)
    expect(looked).toEqual(['R06', ...span(14, 17), 'R24', 'R31', ...span(61, 77)])
  })
})
