import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'

/** Reads "YYMMDD" of this century; undefined for any other text or a day that does not exist. */
export const parseBankFileDate = (text: string): LocalDate | undefined =>
  text.length === 6
    ? parseLocalDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
    : undefined
