import { describe, expect, test } from 'vitest'
import { bankCalendar } from '../calendar/bank-calendar.ts'
import { type LocalDate, localDate } from '../calendar/local-date.ts'
import {
  DISHONOR_CODES,
  type DishonorCode,
  type DishonorRefusal,
  dishonorRefusal,
  isUncontested,
  type ReturnedEntry,
  type ReturnToDishonor,
  wrongFieldCodes,
} from './dishonor.ts'

const calendar = bankCalendar([])
const march = (day: number): LocalDate => localDate(2026, 3, day)
/** Friday the 13th. */
const ENTRY: ReturnedEntry = {
  settledOn: march(13),
  isReversed: false,
  cameBackBefore: false,
  wrongFields: [],
}
/** A return of Monday the 16th, and the file of Tuesday. */
const RETURN = { code: 'R01', settledOn: march(16), entry: ENTRY, leavesOn: march(17) }

describe('a return is dishonored within five banking days of its settlement (ach.md §2)', () => {
  test.each(DISHONOR_CODES)('%s of Monday the 16th leaves by Monday the 23rd', (code) => {
    const judge = (day: number) =>
      dishonorRefusal(code, { ...RETURN, ...FITTING[code], leavesOn: march(day) }, calendar)
    expect(judge(23)).toBeUndefined()
    expect(judge(24)).toBe('tooLate')
  })

  test.each<[DishonorCode, DishonorRefusal]>([
    ['R61', 'isOurs'],
    ['R62', 'notReversed'],
    ['R67', 'firstReturn'],
    ['R68', 'timely'],
    ['R69', 'fieldsAgree'],
    ['R70', 'notPermissible'],
  ])('%s is refused for a first, timely return that fits its entry: %s', (code, refusal) => {
    expect(dishonorRefusal(code, RETURN, calendar)).toBe(refusal)
  })

  test('every code but R61 needs an entry of ours', () => {
    const refusals = DISHONOR_CODES.map((code) =>
      dishonorRefusal(code, { ...RETURN, entry: undefined }, calendar),
    )
    expect(refusals).toEqual([undefined, ...Array.from({ length: 5 }, () => 'noEntry')])
  })
})

/** What each code is for. */
const FITTING: Readonly<Record<DishonorCode, Partial<ReturnToDishonor>>> = {
  R61: { entry: undefined },
  R62: fitting({ isReversed: true }),
  R67: fitting({ cameBackBefore: true }),
  R68: fitting({ settledOn: march(11) }),
  R69: fitting({ wrongFields: ['amount'] }),
  R70: { code: 'R06' },
}

function fitting(entry: Partial<ReturnedEntry>): Partial<ReturnToDishonor> {
  return { entry: { ...ENTRY, ...entry } }
}

describe('a return is untimely after the days of its code (ach.md §2)', () => {
  const judge = (code: string, settledOn: LocalDate, sentOn = march(13)) =>
    dishonorRefusal(
      'R68',
      { code, settledOn, entry: { ...ENTRY, settledOn: sentOn }, leavesOn: settledOn },
      calendar,
    )

  test('R01 after two banking days, over a weekend', () => {
    expect(judge('R01', march(17))).toBe('timely')
    expect(judge('R01', march(18))).toBeUndefined()
  })

  test('R10 after sixty calendar days and the opening of the next banking day', () => {
    expect(judge('R10', localDate(2026, 5, 13))).toBe('timely')
    expect(judge('R10', localDate(2026, 5, 14))).toBeUndefined()
  })

  test.each(['R06', 'R13', 'R99'])('%s has no days to count', (code) => {
    expect(judge(code, march(31))).toBe('noTimeFrame')
  })
})

test('the fields in error are named in the order of their codes', () => {
  expect(wrongFieldCodes(['accountNumber', 'amount', 'transactionCode'])).toBe('01*03*05')
  expect(wrongFieldCodes([])).toBe('')
})

test('two banking days after its settlement a dishonored return is contested no more', () => {
  expect(isUncontested(march(18), march(20), calendar)).toBe(false)
  expect(isUncontested(march(18), march(21), calendar)).toBe(true)
})
