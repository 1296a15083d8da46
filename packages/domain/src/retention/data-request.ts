import { addDays, type LocalDate } from '../calendar/local-date.ts'

/** What a customer may ask of their own data. */
export const DATA_REQUEST_KINDS = ['correction', 'deletion'] as const

export type DataRequestKind = (typeof DATA_REQUEST_KINDS)[number]

/** Days for the answer to a request about one's data. Source: docs/retention.md "Requests". */
const DATA_REQUEST_DAYS = 45

/** The last day for the answer to what was asked on a day. */
export const dataRequestDue = (askedOn: LocalDate): LocalDate => addDays(askedOn, DATA_REQUEST_DAYS)
