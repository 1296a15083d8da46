import { expect, test } from 'vitest'
import { localDate } from './local-date.ts'
import { dayIn, writtenDay } from './written-day.ts'

test('a day is written as its reader writes it', () => {
  const day = localDate(2026, 4, 2)
  expect([dayIn(day, 'en'), dayIn(day, 'es')]).toEqual(['Thu, Apr 2, 2026', 'jue 2 de abr de 2026'])
  expect(writtenDay(day)).toEqual({ en: 'Thu, Apr 2, 2026', es: 'jue 2 de abr de 2026' })
})
