import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { columnText } from '../features/verification/column-messages.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'
import type { CallValue } from '../api-client/call.ts'
import type { ContractAnswers } from '../testing/answers.ts'
import { linked, uploadPath } from './bank-link-screens.ts'
import type { Screen } from './screen.ts'
import { readTable } from './upload-screens.ts'

const group = 'Bank link'
const path = `${uploadPath.replace('upload=statement', 'upload=columns')}&statement=R-8`

type Question = CallValue<'showStatementColumns'>

const UNKNOWN: Question = {
  requestCode: 'R-8',
  why: 'unknownLayout',
  names: ['Booked', 'Text', 'Value', 'New balance'],
  rows: [
    ['02/27/2026', 'SAMPLE WORKS PAYROLL', '1,850.00', '2,765.80'],
    ['02/28/2026', 'SAMPLE GROCERY', '-84.20', '2,681.60'],
    ['03/02/2026', 'HILLSIDE APARTMENTS RENT', '-950.00', '1,731.60'],
    ['03/04/2026', 'CITY POWER AND LIGHT', '-61.15', '1,670.45'],
  ],
  hasMinus: true,
  guess: { date: 0, description: 1, amount: 2, balance: 3 },
}

const UNSIGNED: Question = {
  requestCode: 'R-8',
  why: 'sideUnclear',
  names: ['Date', 'Kind', 'Description', 'Amount'],
  rows: [
    ['02/27/2026', 'CR', 'SAMPLE WORKS PAYROLL', '1,850.00'],
    ['02/28/2026', 'DR', 'DEBIT CARD PURCHASE SAMPLE GROCERY', '84.20'],
  ],
  hasMinus: false,
  guess: { date: 0, description: 2, amount: 3, side: 1 },
}

const asked = (question: Question, answers: ContractAnswers = {}): ContractAnswers =>
  linked({}, { showStatementColumns: { data: question }, ...answers })

const refused = (): ContractAnswers => {
  const said = {
    en: 'The balances do not follow from the amounts. Check the answers, or choose no balance.',
    es: 'Los saldos no coinciden con los montos. Revise las respuestas o no elija ningún saldo.',
  }
  return {
    saveStatementColumns: {
      status: 422,
      code: -95010013,
      message: 'This file cannot be read. Save it again and choose the new file.',
      errors: [{ elementKey: 'balance', message: inPageLanguage(said) }],
    },
  }
}

/** Which column of an uploaded table is which. */
export const columnScreens = (): readonly Screen[] => [
  {
    name: 'statement-columns',
    group,
    path,
    answers: asked(UNKNOWN),
    act: (hand) => hand.press(columnText('minusOut')),
  },
  { name: 'statement-columns-side', group, path, answers: asked(UNSIGNED) },
  {
    name: 'statement-columns-two',
    group,
    path,
    answers: asked(UNKNOWN),
    act: (hand) => hand.press(columnText('two')),
  },
  {
    name: 'statement-columns-errors',
    group,
    path,
    answers: asked({ ...UNKNOWN, guess: {} }),
    act: (hand) => hand.press(columnText('save')),
  },
  {
    name: 'statement-columns-refused',
    group,
    path,
    answers: asked(UNKNOWN, refused()),
    act: async (hand) => {
      await hand.press(columnText('minusOut'))
      await hand.press(columnText('save'))
    },
  },
  {
    name: 'statement-columns-over',
    group,
    path,
    answers: asked({ requestCode: 'R-8', why: 'over', names: [], rows: [], hasMinus: false, guess: {} }),
  },
  {
    name: 'statement-columns-read',
    group,
    path,
    answers: asked(UNKNOWN, {
      saveStatementColumns: {
        data: {
          requestCode: 'R-8',
          documentNo: 'D-4',
          read: { ...readTable(), bank: null },
          ibvStatus: IbvStatus.inProgress,
          notification: 104,
        },
      },
    }),
    act: async (hand) => {
      await hand.press(columnText('minusOut'))
      await hand.press(columnText('save'))
    },
  },
]
