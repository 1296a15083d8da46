import { expect, test } from 'vitest'
import { localDate } from './local-date.ts'
import { dayIn, writtenDay } from './written-day.ts'

test('a day is written as its reader writes it', () => {
  const day = localDate(2026, 4, 2)
  expect([dayIn(day, 'en'), dayIn(day, 'es')]).toEqual(['04/02/2026', '2 de abril de 2026'])
  expect(writtenDay(day)).toEqual({ en: '04/02/2026', es: '2 de abril de 2026' })
})
