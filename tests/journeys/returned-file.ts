import type { EntryDetail, NachaFile } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/testing/read-file'
import { writeFile } from '@dolphin/nacha/write-file'

/** An entry as it went to the bank, with the file that carried it. */
export interface SentEntry {
  readonly file: NachaFile
  readonly entry: EntryDetail
}

/** Of each kind of entry with which code it comes back, by the code with which it was sent. */
const RETURN_CODES = { debit: { 27: '26', 37: '36' }, credit: { 22: '21', 32: '31' } } as const
const CODES: Readonly<Record<string, string>> = { ...RETURN_CODES.debit, ...RETURN_CODES.credit }

/** The newest transmitted entry of a loan. */
export function sentEntry(
  files: readonly { readonly text: string }[],
  loanNo: string,
  kind: keyof typeof RETURN_CODES,
): SentEntry {
  for (const { text } of files.toReversed()) {
    const read = readFile(text)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const entry = read.value.batches
      .flatMap(({ entries }) => entries)
      .find((one) => one.individualIdentification === loanNo && one.transactionCode in RETURN_CODES[kind])
    if (entry !== undefined) return { file: read.value, entry }
  }
  throw new Error(`no ${kind} of ${loanNo} is at the bank`)
}

/** The file by which the borrower's bank sends an entry back, under the trace number that it gives. */
export function returnFileFor(
  { file, entry }: SentEntry,
  code: string,
  originalTrace = entry.traceNumber,
): string {
  const [batch] = file.batches
  if (batch === undefined) throw new Error('a file has a batch')
  const odfiIdentification = entry.routingNumber.slice(0, 8)
  const traceNumber = `${odfiIdentification}0000001`
  const returned: EntryDetail = {
    ...entry,
    transactionCode: CODES[entry.transactionCode] ?? '',
    traceNumber,
    exceptions: [
      {
        kind: 'return',
        code,
        originalTrace,
        dateOfDeath: undefined,
        originalRdfi: odfiIdentification,
        information: '',
        traceNumber,
      },
    ],
  }
  return writeFile({
    header: file.header,
    batches: [{ ...batch, header: { ...batch.header, odfiIdentification }, entries: [returned] }],
  })
}
