import { DAY_MS } from '@dolphin/domain/time/durations'
import { deflateSync } from 'node:zlib'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { documentListCall } from '@dolphin/contract/documents'
import {
  acceptStatementCall,
  refuseStatementCall,
  showStatementCall,
} from '@dolphin/contract/verification-staff'
import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { onePagePdf, pdfOf, SAMPLE_PDF_PAGES } from '@dolphin/integrations/statement/sample-pdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { uploadStatement } from '../../testing/uploads.ts'
import { publishEdit } from '../../testing/versions.ts'
import { acceptance, anApplicant, sentStatement } from '../../testing/statement-applicants.ts'
import { codeOf } from '../../testing/response-code-of.ts'

const api = await startTestApi()
const employee = await signInEmployee(api)
afterAll(() => api.close())

/** The sample PDF, ending the day before the server's day; `edit` changes the words of its pages. */
async function recentPdf(edit: (text: string) => string = (text) => text): Promise<Uint8Array> {
  const shift = api.clock.now().getTime() - DAY_MS - Date.parse('2026-02-27T12:00:00Z')
  const moved = (year: number, month: string, day: string) =>
    new Date(Date.parse(`${year}-${month}-${day}T12:00:00Z`) + shift).toISOString().slice(0, 10)
  const pages = SAMPLE_PDF_PAGES.map((lines) =>
    lines.map((words) =>
      words.map(([text, ...place]) => {
        const [, month, day] = /^(\d\d)\/(\d\d)$/.exec(text) ?? []
        if (month === undefined || day === undefined) return [edit(text), ...place] as const
        return [moved(month === '12' ? 2025 : 2026, month, day), ...place] as const
      }),
    ),
  )
  return await pdfOf(pages)
}

describe('PDF statements, where the portfolio takes them', () => {
  beforeAll(async () => {
    const published = await publishEdit(employee, { kind: 'portfolio', key: 'portfolio' }, (content) => ({
      ...content,
      statementFileTypes: ['csv', 'png', 'pdf'],
    }))
    expect(published.code).toBe(1)
  })

  test('read into rows, shown beside its totals, counted only after a person accepted it', async () => {
    const { client, loanNo, applicationNo } = await anApplicant(api)
    const uploaded = await sentStatement(
      api,
      { client, loanNo },
      { fileName: 'march.pdf', bytes: await recentPdf() },
    )
    expect(uploaded).toMatchObject({
      kind: 'pdf',
      quarantined: false,
      unread: null,
      read: {
        rows: 10,
        balances: 'agree',
        totals: { opening: '500.00', rows: '10965.80', closing: '11465.80' },
      },
      ibvStatus: IbvStatus.inProgress,
      notification: 104,
    })
    const asked = { body: { applicationNo } }
    expect((await client.call(calculateQualifiedAmountCall, asked)).code).toBe(codeOf('incomeNotVerified'))
    const { requestCode } = uploaded
    const shown = await employee.ask(showStatementCall, { params: { requestCode } })
    expect(shown).toMatchObject({
      kind: 'pdf',
      state: 'waiting',
      rows: { length: 10 },
      computed: { monthlyNetIncome: '4008.33' },
      behind: { income: [{ kind: 'payroll', lines: { length: 7 } }] },
    })
    expect(shown.rows[1]).toMatchObject({ amount: '-84.20', description: 'SAMPLE GROCERY' })
    await employee.ask(acceptStatementCall, { body: acceptance(requestCode) })
    expect(await client.ask(calculateQualifiedAmountCall, asked)).toMatchObject({ result: 1 })
    const { documents } = await client.ask(documentListCall, { query: { loanNo } })
    expect(documents.map(({ documentNo }) => documentNo)).toContain(uploaded.documentNo)
  })

  test('where the rows do not come to its closing balance, what they say does not stand', async () => {
    const { client, loanNo } = await anApplicant(api)
    const edited = await recentPdf((text) => (text === '84.20' ? '4.20' : text))
    const { requestCode, read } = await sentStatement(
      api,
      { client, loanNo },
      { fileName: 'march.pdf', bytes: edited },
    )
    expect(read).toMatchObject({ balances: 'disagree', totals: { rows: '11045.80' } })
    const bare = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
    expect(bare).toMatchObject({
      code: codeOf('invalidInput'),
      data: { errors: [{ elementKey: 'monthlyNetIncome' }, {}, {}, {}, {}] },
    })
    const refusal = { requestCode, reason: 'notWhole', note: 'a row does not fit' } as const
    expect(await employee.ask(refuseStatementCall, { body: refusal })).toMatchObject({ state: 'refused' })
    expect(
      (await sentStatement(api, { client, loanNo }, { fileName: 'march.pdf', bytes: await recentPdf() }))
        .ibvStatus,
    ).toBe(20)
  })

  test('pages that are pictures go to a person without rows', async () => {
    const { client, loanNo } = await anApplicant(api)
    const scan = onePagePdf('', deflateSync(Buffer.from('q Q')))
    const { requestCode, unread, read } = await sentStatement(
      api,
      { client, loanNo },
      { fileName: 'scan.pdf', bytes: scan },
    )
    expect({ unread, read }).toEqual({ unread: 'noText', read: null })
    expect(await employee.ask(showStatementCall, { params: { requestCode } })).toMatchObject({
      unread: 'noText',
      rows: [],
      computed: null,
    })
    const bare = await employee.call(acceptStatementCall, { body: acceptance(requestCode) })
    expect(bare.code).toBe(codeOf('invalidInput'))
  })

  test('one that needs a password is refused with what to do, and nothing is kept', async () => {
    const { client, loanNo } = await anApplicant(api)
    const locked = await pdfOf(SAMPLE_PDF_PAGES, { userPassword: 'sample' })
    expect(
      await uploadStatement(api, client, loanNo, { fileName: 'march.pdf', bytes: locked }),
    ).toMatchObject({
      code: codeOf('fileUnreadable'),
      data: { errors: [{ message: expect.stringContaining('needs a password') as string }] },
    })
    expect(await listDocumentsOfLoan(api.database.db, { portfolioId: 118, loanNo })).toEqual([])
  })

  test('a portfolio that does not take them says which files it takes', async () => {
    const { client, loanNo } = await anApplicant(api, 110)
    const refused = await uploadStatement(api, client, loanNo, {
      fileName: 'march.pdf',
      bytes: await recentPdf(),
    })
    expect(refused).toMatchObject({
      code: codeOf('unsupportedFile'),
      data: { errors: [{ message: 'Choose CSV or png file !' }] },
    })
  })
})
