import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { SKIP_REASONS, type SkipReason } from '@dolphin/domain/verification/skip-reason'
import { linkText } from '../features/verification/messages.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'
import type { CallValue } from '../api-client/call.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { linked, uploadPath as path } from './bank-link-screens.ts'
import type { Hand } from './hand.ts'
import { drawnStatement } from './drawn-statement.ts'
import type { Screen } from './screen.ts'

const group = 'Bank link'
const FIELD = '#file'

const csv = () => new File(['Date,Description,Amount'], 'march.csv', { type: 'text/csv' })

const choose = (file: () => File | Promise<File>) => async (hand: Hand) => hand.give(FIELD, await file())
const send = (file: () => File | Promise<File>) => async (hand: Hand) => {
  await hand.give(FIELD, await file())
  await hand.press(linkText('upload'))
}

/** Sends a file and waits for what came of it: the page has no field for a file any more. */
const arrive = (file: () => File | Promise<File>) => async (hand: Hand) => {
  await send(file)(hand)
  await hand.see(`main:not(:has(${FIELD}))`)
}

type Sent = CallValue<'uploadBankStatement'>

const skippedRow = (
  row: number,
  code: SkipReason,
  column: string | null = null,
): NonNullable<Sent['read']>['skipped'][number] => ({
  row,
  code,
  column,
  reason: inPageLanguage(SKIP_REASONS[code].text),
})

/** What was read of a table in which not every row counts. */
export const readTable = (): NonNullable<Sent['read']> => ({
  bank: 'Bank of America',
  rows: 97,
  rowsInFile: 101,
  from: '2025-12-02',
  to: '2026-03-09',
  accountMasked: '••••6789',
  balances: 'agree',
  totals: null,
  skipped: [
    skippedRow(7, 'headings'),
    skippedRow(8, 'balance'),
    skippedRow(14, 'badAmount', 'Amount'),
    skippedRow(101, 'pending'),
  ],
  moreSkipped: 0,
})

const taken = (sent: Partial<Sent>): ContractAnswers =>
  linked(
    {},
    {
      uploadBankStatement: {
        data: {
          documentNo: 'D-3',
          fileName: 'march.csv',
          kind: 'csv',
          read: null,
          unread: null,
          quarantined: false,
          columnsAsked: false,
          requestCode: 'R-8',
          ibvStatus: IbvStatus.inProgress,
          notification: 104,
          ...sent,
        },
      },
    },
  )

const refused = (): ContractAnswers => {
  const said = [
    {
      en: 'The first row must name Date, Description and Amount.',
      es: 'La primera fila debe nombrar Date, Description y Amount.',
    },
    { en: 'No row has a date that can be read.', es: 'Ninguna fila tiene una fecha que se pueda leer.' },
  ]
  return linked(
    {},
    {
      uploadBankStatement: {
        status: 422,
        code: -95010013,
        message: 'This file cannot be read. Save it again and choose the new file.',
        errors: said.map((words) => ({ elementKey: 'file', message: inPageLanguage(words) })),
      },
    },
  )
}

const PDF_TOTALS = { opening: '312.40', rows: '1085.22', closing: '1397.62' }

/** What was read of a PDF: most of its other lines are no rows. */
const readPdf = (balances: 'agree' | 'disagree'): NonNullable<Sent['read']> => ({
  ...readTable(),
  bank: null,
  balances,
  totals: PDF_TOTALS,
  skipped: [skippedRow(31, 'noSide'), skippedRow(2, 'balance'), skippedRow(3, 'note')],
})

const sentPdf = (sent: Partial<Sent>): ContractAnswers =>
  taken({ kind: 'pdf', fileName: 'march.pdf', ...sent })

/** A statement in place of a bank link, from the choice of its file to what came of it. */
export const uploadScreens = (): readonly Screen[] => [
  { name: 'statement-upload', group, path, answers: linked({}) },
  {
    name: 'statement-upload-errors',
    group,
    path,
    answers: linked({}),
    act: (hand) => hand.press(linkText('upload')),
  },
  {
    name: 'statement-upload-picture',
    group,
    path,
    answers: linked({}),
    act: async (hand) => {
      await choose(drawnStatement)(hand)
      await hand.see('main figure img[src]')
    },
  },
  {
    name: 'statement-upload-sending',
    group,
    path,
    answers: linked({}),
    unanswered: ['uploadBankStatement'],
    act: async (hand) => {
      await send(csv)(hand)
      await hand.see('main progress[value="60"]')
    },
  },
  {
    name: 'statement-upload-cut',
    group,
    path,
    answers: linked({}),
    cut: ['uploadBankStatement'],
    act: send(csv),
  },
  { name: 'statement-upload-refused', group, path, answers: refused(), act: send(csv) },
  { name: 'statement-sent-table', group, path, answers: taken({ read: readTable() }), act: arrive(csv) },
  {
    name: 'statement-sent-picture',
    group,
    path,
    answers: taken({ kind: 'png', fileName: 'statement-photo.png' }),
    act: arrive(drawnStatement),
  },
  {
    name: 'statement-sent-pdf',
    group,
    path,
    answers: sentPdf({ read: readPdf('agree') }),
    act: arrive(csv),
  },
  {
    name: 'statement-sent-pdf-gap',
    group,
    path,
    answers: sentPdf({ read: readPdf('disagree') }),
    act: arrive(csv),
  },
  {
    name: 'statement-sent-scan',
    group,
    path,
    answers: sentPdf({ unread: 'noText' }),
    act: arrive(csv),
  },
  {
    name: 'statement-sent-aside',
    group,
    path,
    answers: taken({ kind: 'unknown', quarantined: true }),
    act: arrive(csv),
  },
]
