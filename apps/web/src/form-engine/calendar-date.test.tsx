import { localDate } from '@dolphin/domain/calendar/local-date'
import { act, useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { render, settle, until } from '../testing/render.tsx'
import { CalendarDate } from './calendar-date.tsx'
import { holidayNamesOf, offerReason } from './day-reasons.ts'

/** Wednesday, 25 November 2026, with Thanksgiving the day after; nothing more goes out today. */
const TODAY = localDate(2026, 11, 25)
const HOLIDAYS = holidayNamesOf([{ holidayTimeStr: '2026-11-26', name: 'Thanksgiving Day' }])
const OFFERED = ['2026-11-27', '2026-11-30', '2026-12-01']
const against = (day: string) => offerReason(day, OFFERED, TODAY, HOLIDAYS)

function Shown() {
  const [day, setDay] = useState('')
  return (
    <CalendarDate
      id="day"
      label="Pay on"
      value={day}
      start="2026-11-27"
      reasonAgainst={against}
      onChange={setDay}
    />
  )
}

const dayInFocus = () => document.activeElement?.getAttribute('aria-label') ?? ''
const said = (page: HTMLElement) => page.querySelector('[role=status]')?.textContent
const press = (key: string, shiftKey = false) =>
  act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }))
    await new Promise((resolve) => requestAnimationFrame(resolve))
  })

let page: HTMLElement
const toggle = () => page.querySelector<HTMLButtonElement>('button[aria-expanded]')!
beforeEach(async () => {
  page = await render(<Shown />)
  await settle(() => toggle().click())
  await until(() => page.querySelector('[role=grid]') !== null)
})

describe('the calendar beside a typed date (ux.md "Dates")', () => {
  test('opens on the first day on offer, with focus in it', () => {
    expect(toggle().getAttribute('aria-expanded')).toBe('true')
    expect(dayInFocus()).toBe('Friday, November 27, 2026')
  })

  test.each([
    ['2026-11-24', 'this day is in the past'],
    ['2026-11-25', 'it is too late for today'],
    ['2026-11-26', 'bank holiday, Thanksgiving Day'],
    ['2026-11-28', 'banks are closed on weekends'],
    ['2026-12-02', 'this day is not available'],
    ['2026-11-30', undefined],
  ])('%s: %s', (day, reason) => {
    expect(against(day)).toBe(reason)
  })

  test('a day that cannot be taken is in reach, says why, and is not taken', async () => {
    await press('ArrowLeft')
    expect(dayInFocus()).toBe('Thursday, November 26, 2026. Not available: bank holiday, Thanksgiving Day')
    expect(document.activeElement?.getAttribute('aria-disabled')).toBe('true')
    expect(said(page)).toBe('Thursday, November 26, 2026: bank holiday, Thanksgiving Day')
    await settle(() => (document.activeElement as HTMLElement).click())
    expect(page.querySelector<HTMLInputElement>('#day')?.value).toBe('')
  })

  test.each([
    ['ArrowRight', false, 'Saturday, November 28, 2026'],
    ['ArrowDown', false, 'Friday, December 4, 2026'],
    ['ArrowUp', false, 'Friday, November 20, 2026'],
    ['Home', false, 'Sunday, November 22, 2026'],
    ['End', false, 'Saturday, November 28, 2026'],
    ['PageDown', false, 'Sunday, December 27, 2026'],
    ['PageUp', false, 'Tuesday, October 27, 2026'],
    ['PageDown', true, 'Saturday, November 27, 2027'],
    ['PageUp', true, 'Thursday, November 27, 2025'],
  ])('%s (Shift: %s) leads to %s', async (key, shift, day) => {
    await press(key, shift)
    expect(dayInFocus()).toContain(day)
  })

  test('a chosen day is written into the field and the calendar closes onto its button', async () => {
    await settle(() => (document.activeElement as HTMLElement).click())
    expect(page.querySelector<HTMLInputElement>('#day')?.value).toBe('11/27/2026')
    expect(page.querySelector('[role=grid]')).toBeNull()
    expect(document.activeElement).toBe(toggle())
  })

  test('Escape closes it and changes nothing', async () => {
    await press('Escape')
    expect(page.querySelector('[role=grid]')).toBeNull()
    expect(document.activeElement).toBe(toggle())
    expect(page.querySelector<HTMLInputElement>('#day')?.value).toBe('')
  })
})
