import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type DocumentsWait, STAFF_DAYS } from '../loans/stranded.ts'

/** What the days to notify an applicant are counted from. */
export interface CompletedApplication {
  /** When it was submitted; null before that. */
  readonly submittedOn: LocalDate | null
  /** When the borrower signed; null before that. */
  readonly signedOn: LocalDate | null
  readonly documents: DocumentsWait
}

/** The last day to notify the applicant of the action taken. */
export interface ActionDeadline {
  readonly completeOn: LocalDate
  readonly notifyBy: LocalDate
  /** Whole days from today; below zero once it has passed. */
  readonly daysLeft: number
}

/**
 * Until when the applicant is notified: 30 days from the day on which the application is complete, which is the borrower's
 * last step that the review needs. Passing it on to another review starts no new days. Null while it is not complete:
 * not submitted, or documents were asked for by a notice of incompleteness and their day has not passed.
 *
 * Source: 12 CFR 1002.9(a)(1)(i), (c)(2).
 */
export function actionDeadline(
  { submittedOn, signedOn, documents }: CompletedApplication,
  today: LocalDate,
): ActionDeadline | null {
  if (submittedOn === null || documents.until !== null) return null
  const steps = [submittedOn, signedOn, documents.since].filter((day) => day !== null)
  const completeOn = steps.reduce((last, day) => (day > last ? day : last))
  const notifyBy = addDays(completeOn, STAFF_DAYS)
  return { completeOn, notifyBy, daysLeft: daysBetween(today, notifyBy) }
}
