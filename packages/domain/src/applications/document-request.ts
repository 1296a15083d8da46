import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { DocumentType } from '../documents/document-type.ts'
import type { DocumentsWait } from '../loans/stranded.ts'
import { DAYS_TO_ANSWER } from '../notices/noia-timetable.ts'
import { type DocumentRequestState, isOutstanding } from './document-request-state.ts'
import type { Localized } from '../portfolios/localized.ts'

/** What a review may ask a borrower to send. Source: domain.md §1. */
export const REQUESTABLE_TYPES = [
  DocumentType.ssn,
  DocumentType.driverLicense,
  DocumentType.graduationCertificate,
] as const

export type RequestableType = (typeof REQUESTABLE_TYPES)[number]

/** Each document for its borrower. */
export const REQUESTED_DOCUMENTS: Readonly<Record<RequestableType, Localized>> = {
  [DocumentType.ssn]: { en: 'Social Security card', es: 'Tarjeta del Seguro Social' },
  [DocumentType.driverLicense]: { en: 'Driver license', es: 'Licencia de conducir' },
  [DocumentType.graduationCertificate]: { en: 'Graduation certificate', es: 'Certificado de graduación' },
}

/** What can happen to it. `replaced`: asked for anew, with other words or another day. */
export type DocumentRequestEvent = 'uploaded' | 'accepted' | 'refused' | 'replaced' | 'reviewEnded'

/**
 * Every move of a request; nothing else changes it. A file counts also after the day: the application is still open. What is
 * received is accepted or refused before it is asked for anew. Our decision: docs/guides/decision-policy.md.
 */
const MOVES: Readonly<
  Record<DocumentRequestState, Readonly<Partial<Record<DocumentRequestEvent, DocumentRequestState>>>>
> = {
  asked: { uploaded: 'received', replaced: 'notNeeded', reviewEnded: 'notNeeded' },
  received: { uploaded: 'received', accepted: 'accepted', refused: 'refused', reviewEnded: 'notNeeded' },
  refused: { uploaded: 'received', replaced: 'notNeeded', reviewEnded: 'notNeeded' },
  accepted: {},
  notNeeded: {},
}

/** Where an event leads; undefined where it is not possible. */
export const moveDocumentRequest = (
  state: DocumentRequestState,
  event: DocumentRequestEvent,
): DocumentRequestState | undefined => MOVES[state][event]

/** A request as far as rules look at it. */
export interface DocumentRequestFacts {
  readonly state: DocumentRequestState
  /** The last day for the borrower to send it. */
  readonly answerBy: LocalDate
  /** The day of its last move. */
  readonly changedOn: LocalDate
}

/** Whether the borrower's day has passed without the document. */
export const isOverdue = (
  request: Pick<DocumentRequestFacts, 'state' | 'answerBy'>,
  today: LocalDate,
): boolean => isOutstanding(request) && request.answerBy < today

/** Of one request: enough for both sides and some pages, and no more for a person to look through. Our decision. */
export const MOST_FILES_OF_REQUEST = 6
/** The reasonable time of 12 CFR 1002.9(c)(2), as the notice of incompleteness grants it. */
const LEAST_DAYS_TO_SEND = DAYS_TO_ANSWER
/** No application waits longer for its borrower than without a request. Our decision. */
const MOST_DAYS_TO_SEND = 30

/** The days that may be named as the last one to send a document, both included. */
export const answerDays = (today: LocalDate): { readonly first: LocalDate; readonly last: LocalDate } => ({
  first: addDays(today, LEAST_DAYS_TO_SEND),
  last: addDays(today, MOST_DAYS_TO_SEND),
})

/** The last day after a refusal: never fewer days to send another one than a first request grants. */
export const answerByAfterRefusal = (answerBy: LocalDate, today: LocalDate): LocalDate => {
  const { first } = answerDays(today)
  return answerBy > first ? answerBy : first
}

/**
 * Whom requests make an application wait for. `until`: the borrower's last day; null where nothing can come in time.
 * `since`: the day after which staff have all that will come in time, or know that it does not come; their 30 days count
 * from it, for the application is complete, or the notice of incompleteness is unanswered, from then on. Source: 12 CFR
 * 1002.9(a)(1), (c)(2).
 */
export function documentsWait(requests: readonly DocumentRequestFacts[], today: LocalDate): DocumentsWait {
  const days = requests.filter(isOutstanding).map(({ answerBy }) => answerBy)
  const moved = requests.filter(({ state }) => state === 'received' || state === 'accepted')
  return {
    until: latest(days.filter((day) => day >= today)),
    since: latest([...days.filter((day) => day < today), ...moved.map(({ changedOn }) => changedOn)]),
  }
}

const latest = (days: readonly LocalDate[]): LocalDate | null =>
  days.reduce<LocalDate | null>((last, day) => (last === null || day > last ? day : last), null)

/**
 * Why an employee cannot accept a document, in words to the borrower: what is wrong and what to do. A closed list, as for
 * bank statements: each reason exists in both languages. Our decision.
 */
export const DOCUMENT_REFUSALS = {
  unreadable: {
    en: 'We could not read it. Take the picture again in good light, with all four corners in it.',
    es: 'No pudimos leerlo. Tome la foto otra vez con buena luz y con las cuatro esquinas visibles.',
  },
  wrongDocument: {
    en: 'It is another document than the one we asked for. Send the one named above.',
    es: 'No es el documento que pedimos. Envíe el que se nombra arriba.',
  },
  notWhole: {
    en: 'A side or a page is missing. Send all of it.',
    es: 'Falta un lado o una página. Envíelo completo.',
  },
  expired: {
    en: 'It has expired. Send one that is valid today.',
    es: 'Está vencido. Envíe uno que sea válido hoy.',
  },
  otherPerson: {
    en: 'It is in another name than your application. Send your own, or call us if your name changed.',
    es: 'Está a otro nombre que su solicitud. Envíe el suyo o llámenos si su nombre cambió.',
  },
  unsafeFile: {
    en: 'The file is not safe to open. Send a picture of the document.',
    es: 'No es seguro abrir el archivo. Envíe una foto del documento.',
  },
} as const satisfies Record<string, Localized>

export type DocumentRefusal = keyof typeof DOCUMENT_REFUSALS

export const DOCUMENT_REFUSAL_CODES = Object.keys(DOCUMENT_REFUSALS) as readonly DocumentRefusal[]
