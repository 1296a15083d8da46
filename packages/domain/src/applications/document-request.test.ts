import { describe, expect, test } from 'vitest'
import { addDays, localDate } from '../calendar/local-date.ts'
import {
  answerByAfterRefusal,
  answerDays,
  DOCUMENT_REFUSALS,
  type DocumentRequestEvent,
  type DocumentRequestFacts,
  documentsWait,
  isOverdue,
  moveDocumentRequest,
  REQUESTED_DOCUMENTS,
} from './document-request.ts'
import {
  DOCUMENT_REQUEST_STATES,
  type DocumentRequestState,
  isOutstanding,
} from './document-request-state.ts'

const today = localDate(2026, 3, 16)
const yesterday = addDays(today, -1)
const asked: DocumentRequestFacts = { state: 'asked', answerBy: today, changedOn: addDays(today, -12) }

const EVENTS: readonly DocumentRequestEvent[] = ['uploaded', 'accepted', 'refused', 'replaced', 'reviewEnded']

describe('the life of a request for a document', () => {
  const LIFE: Readonly<Record<DocumentRequestState, readonly (DocumentRequestState | undefined)[]>> = {
    asked: ['received', undefined, undefined, 'notNeeded', 'notNeeded'],
    received: ['received', 'accepted', 'refused', undefined, 'notNeeded'],
    accepted: [undefined, undefined, undefined, undefined, undefined],
    refused: ['received', undefined, undefined, 'notNeeded', 'notNeeded'],
    notNeeded: [undefined, undefined, undefined, undefined, undefined],
  }

  test.each(DOCUMENT_REQUEST_STATES)('%s: each event leads on, or is not possible', (state) => {
    expect(EVENTS.map((event) => moveDocumentRequest(state, event))).toEqual(LIFE[state])
  })

  test('only what is asked for or refused is outstanding, and overdue after its day', () => {
    expect(DOCUMENT_REQUEST_STATES.filter((state) => isOutstanding({ state }))).toEqual(['asked', 'refused'])
    expect(isOverdue(asked, today)).toBe(false)
    expect(isOverdue({ ...asked, answerBy: yesterday }, today)).toBe(true)
    expect(isOverdue({ ...asked, state: 'received', answerBy: yesterday }, today)).toBe(false)
  })
})

describe('the last day to send a document (12 CFR 1002.9(c)(2): a reasonable time)', () => {
  test('10 to 30 days from the request', () => {
    expect(answerDays(today)).toEqual({ first: addDays(today, 10), last: addDays(today, 30) })
  })

  test('a refusal leaves at least 10 days to send another, and never takes any away', () => {
    expect(answerByAfterRefusal(yesterday, today)).toBe(addDays(today, 10))
    expect(answerByAfterRefusal(addDays(today, 25), today)).toBe(addDays(today, 25))
  })
})

describe('whom requests make an application wait for', () => {
  test('no request: neither party', () => {
    expect(documentsWait([], today)).toEqual({ until: null, since: null })
    expect(documentsWait([{ ...asked, state: 'notNeeded' }], today)).toEqual({ until: null, since: null })
  })

  test('the borrower, until the last of the days that have not passed', () => {
    const later = { ...asked, answerBy: addDays(today, 5) }
    expect(documentsWait([asked, later], today)).toEqual({ until: addDays(today, 5), since: null })
  })

  test('staff, from the day on which the last document came or the last day passed', () => {
    const received: DocumentRequestFacts = { ...asked, state: 'received', changedOn: addDays(today, -3) }
    expect(documentsWait([received], today)).toEqual({ until: null, since: addDays(today, -3) })
    const late = { ...asked, answerBy: yesterday }
    expect(documentsWait([received, late], today)).toEqual({ until: null, since: yesterday })
  })
})

test('names and reasons are in two languages', () => {
  for (const { en, es } of [...Object.values(REQUESTED_DOCUMENTS), ...Object.values(DOCUMENT_REFUSALS)]) {
    expect(en).not.toBe(es)
    expect(es.length).toBeGreaterThan(10)
  }
})
