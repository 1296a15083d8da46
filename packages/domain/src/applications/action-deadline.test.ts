import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { actionDeadline, type CompletedApplication } from './action-deadline.ts'

const day = (month: number, date: number) => localDate(2026, month, date)
const APPLICATION: CompletedApplication = {
  submittedOn: day(3, 2),
  signedOn: null,
  documents: { until: null, since: null },
}

describe('12 CFR 1002.9(a)(1)(i): 30 days from the completed application', () => {
  test('counted from the day on which it was submitted', () => {
    expect(actionDeadline(APPLICATION, day(3, 3))).toEqual({
      completeOn: day(3, 2),
      notifyBy: day(4, 1),
      daysLeft: 29,
    })
  })

  test('from the signature where a person decides after it', () => {
    expect(actionDeadline({ ...APPLICATION, signedOn: day(3, 10) }, day(3, 10))?.completeOn).toBe(day(3, 10))
  })

  test('none while it is not submitted, or waits for documents that a notice asked for (c)(2)', () => {
    expect(actionDeadline({ ...APPLICATION, submittedOn: null }, day(3, 3))).toBeNull()
    const documents = { until: day(3, 20), since: null }
    expect(actionDeadline({ ...APPLICATION, documents }, day(3, 3))).toBeNull()
  })

  test('anew from the day on which the documents came, or did not come in time', () => {
    const documents = { until: null, since: day(3, 21) }
    expect(actionDeadline({ ...APPLICATION, documents }, day(3, 22))).toMatchObject({
      completeOn: day(3, 21),
      daysLeft: 29,
    })
  })

  test('a day that has passed counts below zero', () => {
    expect(actionDeadline(APPLICATION, day(4, 3))?.daysLeft).toBe(-2)
  })
})
