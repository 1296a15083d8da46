import type { CallReply } from '@dolphin/contract/call'
import type { readMyDataCall } from '@dolphin/contract/my-data'
import type { DataRequest } from '@dolphin/database/retention/data-request-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { longDate } from '@dolphin/domain/documents/long-date'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { KEPT_WORDS } from '@dolphin/domain/retention/kept-words'
import { dateIn, isoInZone } from '@dolphin/domain/time/new-york'
import type { KeptFile } from './kept-files.ts'

type MyData = CallReply<typeof readMyDataCall>

/** A request as its customer and the staff read it. */
export const dataRequestView = (
  { requestNo, kind, details, askedAt, due, answeredAt, outcome, answer }: DataRequest,
  timeZone: string,
): MyData['requests'][number] => ({
  requestNo,
  kind,
  details,
  askedAt: isoInZone(askedAt, timeZone),
  answerBy: formatLocalDate(due),
  answeredAt: answeredAt === null ? null : isoInZone(answeredAt, timeZone),
  outcome,
  answer: answer?.words ?? null,
  kept: [...(answer?.kept ?? [])],
})

/** A kept file in the words of a language. */
export const keptFileView = (
  { loanNo, why, until }: KeptFile,
  locale: Locale,
  timeZone: string,
): MyData['kept'][number] => ({
  loanNo,
  why,
  words: KEPT_WORDS[why][locale],
  until: until === null ? null : formatLocalDate(dateIn(until, timeZone)),
})

const UNTIL = { en: 'until', es: 'hasta el' } as const

/** The same as one line: "118-0000011: …, until March 3, 2032". */
export function keptLine({ loanNo, why, until }: KeptFile, locale: Locale, timeZone: string): string {
  const end = until === null ? '' : ` (${UNTIL[locale]} ${longDate(dateIn(until, timeZone), locale)})`
  return `${loanNo}${end}: ${KEPT_WORDS[why][locale]}`
}
