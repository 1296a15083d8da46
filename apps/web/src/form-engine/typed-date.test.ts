import { describe, expect, test } from 'vitest'
import { typedDate, wireDate, withSlashes } from '@dolphin/ui/date-input/typed-date'

describe('a typed date (ux.md "Dates")', () => {
  test.each([
    ['04/07/1988', '1988-04-07'],
    ['4/7/1988', '1988-04-07'],
    ['04-07-1988', '1988-04-07'],
    ['4.7.1988', '1988-04-07'],
    ['04 07 1988', '1988-04-07'],
    ['4 / 7 / 1988', '1988-04-07'],
    ['04071988', '1988-04-07'],
    [' 04/07/1988 ', '1988-04-07'],
    ['April 7 1988', '1988-04-07'],
    ['april 7th, 1988', '1988-04-07'],
    ['Apr. 7, 1988', '1988-04-07'],
    ['Sept 30, 2026', '2026-09-30'],
    ['7 April 1988', '1988-04-07'],
    ['7 de abril de 1988', '1988-04-07'],
    ['1 de enero de 2027', '2027-01-01'],
    ['31 dic. 2026', '2026-12-31'],
    ['2026-03-09', '2026-03-09'],
  ])('%s is %s', (typed, wire) => {
    expect(wireDate(typed)).toBe(wire)
  })

  test.each(['04/07/88', '4/7', '04/0/1988', 'soon', 'Nonsense 7 1988', '', '04/07/19881'])(
    '%j is not whole, and stays as typed',
    (typed) => {
      expect(wireDate(typed)).toBe(typed)
    },
  )

  test('a day that does not exist is whole, so that its rule can refuse it', () => {
    expect(wireDate('02/31/2026')).toBe('2026-02-31')
    expect(typedDate('2026-02-31')).toBe('02/31/2026')
  })

  test('digits alone get their slashes while they are typed', () => {
    let text = ''
    for (const key of '04071988') text = withSlashes(text, text + key, text.length + 1)
    expect(text).toBe('04/07/1988')
    expect(withSlashes('', '04071988', 8)).toBe('04/07/1988')
  })

  test('what was typed with its own signs, and a correction in the middle, stay as they are', () => {
    for (const whole of ['4/7/1988', '04-07-1988', 'April 7 1988']) {
      let text = ''
      for (const key of whole) text = withSlashes(text, text + key, text.length + 1)
      expect(text).toBe(whole)
    }
    expect(withSlashes('04/17/1988', '04/1/1988', 4)).toBe('04/1/1988')
    expect(withSlashes('04/1/1988', '04/12/1988', 5)).toBe('04/12/1988')
    expect(withSlashes('04/1', '04/', 3)).toBe('04/')
  })
})
