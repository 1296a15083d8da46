import { describe, expect, test } from 'vitest'
import { cents } from '../../money/cents.ts'
import { localDate } from '../../calendar/local-date.ts'
import { counterparty, transactionKind } from '../transaction-kind.ts'
import feeWords from './fee-words.json' with { type: 'json' }
import lenderWords from './lender-words.json' with { type: 'json' }
import { incomeKind, isShortageFee, knownLender, STATEMENT_WORDS_VERSION } from './statement-words.ts'
import { wordsOf } from './word-list.ts'

const kindOf = (amount: bigint, description: string) =>
  transactionKind({ transactionId: '1', date: localDate(2026, 3, 2), amount: cents(amount), description })
const out = (description: string) => kindOf(-3_500n, description)
const into = (description: string) => kindOf(70_000n, description)

describe('fees for a shortage (docs/facts/statement-layouts.md §2)', () => {
  test.each([
    'NSF: RETURNED ITEM FEE FOR ACTIVITY OF 02-11 ELECTRONIC TRANSACTION POSTING SEQ 00001',
    'OVERDRAFT ITEM FEE FOR ACTIVITY OF 02-11 - CHECK #1234',
    'INSUFFICIENT FUNDS FEE FOR A $45.00 ITEM - DETAILS: 0211 SHOP',
    'OVERDRAFT FEE FOR A TRANSACTION POSTED ON 02/11 $50.50 MERCHANT',
    'OVERDRAFT PD',
    'TIER OVERDRAFT ITEM CHARGE',
    'CONTINUOUS OD CHARGE DAY 5',
    'OVERDRAFT/RETURN ITEM FEE',
    'COURTESY PAY FEE',
    'FEE WITHDRAWAL ; EXTENDED OVERDRAFT FEE',
    'NSF - CHASE CREDIT CRD - AUTOPAY',
    'NSF CHARGE-PAID ITEM $20.00 DEBIT FOR CHECKCARD',
    'PAID NSF FEE / ENTRY CLASS CODE: PPD',
    'FEE / CHECK# 1234 $12.00 RETURNED- NONSUFFICIENT FUNDS',
    'UNCOLLECTED FUNDS ITEM RETURNED',
    'RETURN ITEM CHARGE',
  ])('%s', (description) => expect(out(description)).toBe('nsf'))

  test.each([
    'OVERDRAFT PROTECTION TRANSFER FROM SAVINGS',
    'OVERDRAFT PROTECTION TRANSFER FEE',
    'OVERDRAFT ASSURANCE LINE OF CREDIT PRODUCT FEE',
    'Deposited Item Returned',
    'RETURNED DEPOSITED ITEM FEE',
    'CASHED/DEPOSITED ITEM RETN UNPAID FEE',
    'RETURNED STATEMENT FEE',
    'NSF INTERNATIONAL DUES',
    'LATE FEE',
    'ATM FEE',
    'FOREIGN TRANSACTION FEE',
  ])('none: %s', (description) => expect(out(description)).not.toBe('nsf'))

  test('a fee that quotes a lender is a fee alone', () => {
    expect(out('OVERDRAFT FEE FOR A $54.12 ITEM - DETAILS: AFFIRM.COM PAYME')).toBe('nsf')
  })

  test.each(['OVERDRAFT FEE REFUND', 'NSF FEE REVERSAL', 'RETURN OF POSTED CHECK / ITEM', 'REV ACH SHOP'])(
    'money that comes back is no income: %s',
    (description) => expect(into(description)).toBe('refund'),
  )

  test('every phrase of the list is found', () => {
    const own = [...feeWords.fees.nsf, ...feeWords.fees.overdraft, ...feeWords.fees.returnedItem]
    expect(own.filter((phrase) => !isShortageFee(wordsOf(phrase)))).toEqual([])
    expect(STATEMENT_WORDS_VERSION).toBe(lenderWords.version)
  })
})

describe('short-term lenders', () => {
  test('every pattern finds its lender', () => {
    const missed = lenderWords.shortTermLenders.flatMap(({ name, patterns }) =>
      patterns.filter((pattern) => knownLender(wordsOf(pattern))?.name !== name),
    )
    expect(missed).toEqual([])
  })

  test.each([
    ['DAVE INC 8778907766 CA', 'Dave'],
    ['ALBERT INSTANT ADVANCE', 'Albert'],
    ['OPPORTUNITY FINA PAYMENT PPD', 'OppLoans / OppFi (Opportunity Financial)'],
    ['OPPORTUNITY FINANCIAL LLC', 'OppLoans / OppFi (Opportunity Financial)'],
    ['ACE CASH EXPRESS 0211', 'ACE Cash Express (Populus)'],
    ['EMPOWER FINANCE INC', 'Empower / Tilt'],
    ["CHECK 'N GO ONLINE", "Check 'n Go / Axcess Financial / Xact"],
  ])('%s is %s', (description, name) => {
    expect(knownLender(wordsOf(description))?.name).toBe(name)
    expect([out(description), into(description)]).toEqual(['lender', 'lender'])
  })

  test.each([
    'DAVE & BUSTERS 042',
    'DAVES HOT CHICKEN',
    'ZELLE TO DAVE',
    'ALBERTSONS 1234',
    'ACE HARDWARE',
    'EMPOWER RETIREMENT',
    'EARNINGS CREDIT',
    'BRIGITTE SALON',
    'NATIONAL GRID PAYMENT',
    'PROGRESSIVE INSURANCE',
    'SUNRISE CREDIT UNION',
    'SEVEN ELEVEN',
  ])('no lender: %s', (description) => expect(knownLender(wordsOf(description))).toBeUndefined())

  test.each(['TOYOTA AUTO LOAN', 'HOME LOAN PMT', 'DEPT EDUCATION STUDENT LN', 'LENDINGCLUB PMT'])(
    'a loan of another kind: %s',
    (description) => expect(out(description)).toBe('otherLoan'),
  )

  test('a lender on no list is seen by its words, a word in an employer’s name is not', () => {
    expect(out('RAPID PAYDAY LOAN 4411')).toBe('lender')
    expect(into('QUICK LOAN FUNDING')).toBe('lender')
    expect(into('SAMPLE LENDING CORP PAYROLL')).toBe('deposit')
    expect(into('TRANSFER STATION INC DIR DEP')).toBe('deposit')
  })
})

describe('pay, benefits and own money', () => {
  test.each([
    ['ACME CORP PAYROLL PPD ID: 1234567890', 'payroll'],
    ['GUSTO PAY 123456', 'payroll'],
    ['LYFT DRIVER 8552800278', 'gig'],
    ['SSA  TREAS 310 XXSOC SEC PPD', 'socialSecurity'],
    ['EARLY PAY: SSA TREAS 310 XXSOC SEC', 'socialSecurity'],
    ['VACP TREAS 310 XXVA BENEF', 'veterans'],
    ['WA ST EMPLOY SEC UI BENEFIT', 'unemployment'],
    ['GA CHILD SUPPORT', 'childSupport'],
    ['MPSERS PENSION BENEFIT', 'pension'],
    ['SAMPLE WORKS LLC', 'other'],
  ])('%s is %s, and counts as income', (description, kind) => {
    expect(incomeKind(wordsOf(description))).toBe(kind)
    expect(into(description)).toBe('deposit')
  })

  test.each([
    'Online Transfer from CHK ...1234',
    'KEEP THE CHANGE TRANSFER TO ACCT 1234',
    'JPMorgan Chase Ext Trnsfr',
    'EB FROM SAVINGS # xxxxxx9792',
    'VENMO CASHOUT PPD ID: 5264681992',
    'CASH APP*CASH OUT',
    'From Travel Vault',
    'Zelle payment from JORDAN SAMPLE',
  ])('own money is no income: %s', (description) => expect(into(description)).toBe('transfer'))

  test.each(['IRS TREAS 310 TAX REF', 'FRANCHISE TAX BD CASTTAXRFD', 'SBTPG LLC'])(
    'money that comes once is no income: %s',
    (description) => expect(into(description)).toBe('refund'),
  )

  test.each([
    [
      'ORIG CO NAME:ACME CORP ORIG ID:9111111111 DESC DATE:260213 CO ENTRY DESCR:PAYROLL SEC:PPD',
      'acme corp',
    ],
    ['ORIG CO NAME:OTHER INC CO ENTRY DESCR:PAYROLLSEC:PPD IND ID:1', 'other inc'],
    ['NEW WORKS LLC DES:PAYROLL ID:XXXXX1234 INDN:SAMPLE,JORDAN CO ID:XXXXX5678 PPD', 'new works llc'],
    ['Deposit from SAMPLE WORKS PAYROLL', 'sample works payroll'],
    ['External Deposit - ACME DIRECT DEPOSIT - PAYROLL', 'acme direct deposit'],
    ['TYPE: PAYROLL ID: 1234 CO: ACME INC NAME: JORDAN SAMPLE', 'acme inc'],
    ['ELECTRONIC DEPOSIT SAMPLE WORKS', 'sample works'],
    ['DIRECT DEPOSIT', 'direct deposit'],
  ])('the payer of %s is %s', (description, payer) => expect(counterparty(description)).toBe(payer))
})
