import { Readable } from 'node:stream'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { CsvError, type Info, parse } from 'csv-parse'
import { delimiterOf } from './csv-columns.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import { type TextEncodingName, textPieces } from './text-encoding.ts'

/** One row of a file that is not blank, with the line where it ends. */
export interface CsvRecord {
  readonly cells: readonly string[]
  readonly line: number
}

const TOO_WIDE: Localized = {
  en: `A line is too long or has more than ${STATEMENT_LIMITS.columns} columns. Download the file again from your bank.`,
  es: `Una línea es demasiado larga o tiene más de ${STATEMENT_LIMITS.columns} columnas. Descargue el archivo de nuevo de su banco.`,
}
const ROWS = STATEMENT_LIMITS.rows.toLocaleString('en-US')
export const TOO_LONG: Localized = {
  en: `The file has more than ${ROWS} rows. Send the last 90 days.`,
  es: `El archivo tiene más de ${ROWS} filas. Envíe los últimos 90 días.`,
}
const OPEN_QUOTE: Localized = {
  en: 'A quote is opened and never closed. Download the file again from your bank.',
  es: 'Hay una comilla abierta que no se cierra. Descargue el archivo de nuevo de su banco.',
}
const NO_TABLE: Localized = {
  en: 'The table cannot be read. Download the file again from your bank.',
  es: 'No se puede leer la tabla. Descargue el archivo de nuevo de su banco.',
}

/** More rows than any file may have, with what stands above them. */
const MOST_RECORDS = STATEMENT_LIMITS.rows + STATEMENT_LIMITS.rowsBeforeHeadings + 1
const HEAD_BYTES = 4_096

/** The rows of a table (RFC 4180 and what banks make of it) that are not blank; stops at the first limit passed. */
export async function csvRecords(
  bytes: Uint8Array,
  encoding: TextEncodingName,
): Promise<Outcome<readonly CsvRecord[], Localized>> {
  const head = [...textPieces(bytes.subarray(0, HEAD_BYTES), encoding)].join('')
  const source = Readable.from(textPieces(bytes, encoding))
  const parser = source.pipe(
    parse({
      delimiter: delimiterOf(head),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: STATEMENT_LIMITS.recordCharacters,
    }),
  )
  const records: CsvRecord[] = []
  try {
    for await (const one of parser) {
      const { record, info } = one as { readonly record: readonly string[]; readonly info: Info }
      if (record.length > STATEMENT_LIMITS.columns) return refused(TOO_WIDE)
      if (record.every((cell) => cell.trim() === '')) continue
      if (records.length === MOST_RECORDS) return refused(TOO_LONG)
      records.push({ cells: record, line: info.lines })
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') return refused(TOO_WIDE)
    return refused(error.code === 'CSV_QUOTE_NOT_CLOSED' ? OPEN_QUOTE : NO_TABLE)
  } finally {
    source.destroy()
    parser.destroy()
  }
  return ok(records)
}
