import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { describe, expect, test } from 'vitest'
import { parseSettlementDate, settlementDate } from './bank-file-date.ts'
import { dishonoringEntry, withTrace } from './dishonored-return.ts'
import type { ReturnAddenda } from './exception-addenda.ts'
import type { EntryDetail } from './nacha-file.ts'
import { writeFile } from './write-file.ts'

const ADDENDA: ReturnAddenda = {
  kind: 'return',
  code: 'R01',
  originalTrace: '091000010000011',
  originalRdfi: '12345678',
  traceNumber: '123456780000001',
  dateOfDeath: undefined,
  information: '',
}
const RETURNED: EntryDetail = {
  transactionCode: '26',
  routingNumber: '091000019',
  accountNumber: '000111222333',
  amount: cents(7_861n),
  individualIdentification: '118-0000011',
  individualName: 'ZEBULÓN QUILLFEATHER',
  discretionaryData: 'R',
  traceNumber: '123456780000001',
  paymentInformation: undefined,
  exceptions: [ADDENDA],
}
const DISHONOR = { code: 'R69', settledOn: localDate(2026, 3, 16), information: '03' }

describe('a dishonored return goes to the bank that returned, with both trace numbers (ach.md §1)', () => {
  test('its records, in a batch of its own', () => {
    const entry = dishonoringEntry(RETURNED, ADDENDA, DISHONOR)
    if (!entry.ok) throw new Error(entry.error)
    const text = writeFile({
      header: {
        immediateDestination: '091000019',
        immediateOrigin: '1180001180',
        creationDate: localDate(2026, 3, 17),
        creationTime: '',
        fileIdModifier: 'A',
        destinationName: '',
        originName: '',
        referenceCode: '',
      },
      batches: [
        {
          header: {
            companyName: 'SAMPLE LENDER',
            companyDiscretionaryData: '',
            companyIdentification: '1180001180',
            standardEntryClass: 'WEB',
            entryDescription: 'LOAN PMT',
            descriptiveDate: '',
            effectiveEntryDate: localDate(2026, 3, 18),
            settlementDate: '',
            odfiIdentification: '09100001',
            batchNumber: 1,
          },
          entries: [withTrace(entry.value, '091000010000042')],
        },
      ],
    })
    const [, batch, detail, addenda] = text.split('\n')
    expect(batch?.slice(0, 4)).toBe('5225')
    expect(detail).toBe(
      '626123456780000111222333     0000007861118-0000011    ZEBULON QUILLFEATHER    1091000010000042',
    )
    expect(addenda).toBe(
      '799R69091000010000011      12345678   1234567800000010750103                   091000010000042',
    )
  })

  test('one whose bank has no routing number is refused', () => {
    expect(dishonoringEntry(RETURNED, { ...ADDENDA, originalRdfi: '????????' }, DISHONOR).ok).toBe(false)
  })
})

describe('a settlement date is a day of the year, of the year that is nearest', () => {
  test.each([
    ['075', '2026-03-16', [2026, 3, 16]],
    ['002', '2026-12-31', [2027, 1, 2]],
    ['365', '2027-01-04', [2026, 12, 31]],
  ] as const)('%s near %s', (text, near, [year, month, day]) => {
    const [y, m, d] = near.split('-').map(Number) as [number, number, number]
    const found = parseSettlementDate(text, localDate(y, m, d))
    expect(found).toBe(localDate(year, month, day))
    expect(settlementDate(localDate(year, month, day))).toBe(text)
  })

  test.each(['', '000', '75', '366', 'abc'])('“%s” is none in 2026', (text) => {
    expect(parseSettlementDate(text, localDate(2026, 6, 1))).toBeUndefined()
  })
})
