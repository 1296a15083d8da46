import type { EntryDetail, NachaFile } from '@dolphin/nacha/nacha-file'
import { readFile } from '@dolphin/nacha/testing/read-file'
import { writeFile } from '@dolphin/nacha/write-file'

/** A debit as it went to the bank, with the file that carried it. */
export interface SentDebit {
  readonly file: NachaFile
  readonly entry: EntryDetail
}

const DEBIT_CODES = ['27', '37']

/** The newest transmitted debit of a loan. */
export function sentDebit(files: readonly { readonly text: string }[], loanNo: string): SentDebit {
  for (const { text } of files.toReversed()) {
    const read = readFile(text)
    if (!read.ok) throw new Error(JSON.stringify(read.error))
    const entry = read.value.batches
      .flatMap(({ entries }) => entries)
      .find((one) => one.individualIdentification === loanNo && DEBIT_CODES.includes(one.transactionCode))
    if (entry !== undefined) return { file: read.value, entry }
  }
  throw new Error(`no debit of ${loanNo} is at the bank`)
}

/** The file by which the borrower's bank sends a debit back. */
export function returnFileFor({ file, entry }: SentDebit, code: string): string {
  const [batch] = file.batches
  if (batch === undefined) throw new Error('a file has a batch')
  const odfiIdentification = entry.routingNumber.slice(0, 8)
  const traceNumber = `${odfiIdentification}0000001`
  const returned: EntryDetail = {
    ...entry,
    transactionCode: entry.transactionCode === '27' ? '26' : '36',
    traceNumber,
    exceptions: [
      {
        kind: 'return',
        code,
        originalTrace: entry.traceNumber,
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
