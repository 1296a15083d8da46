import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { AnswerProblem } from '@dolphin/integrations/statement/column-answer'

/** What is wrong with an answer about a column, and what to do. Wording ours. */
const TEXTS: Readonly<Record<AnswerProblem['why'], Localized>> = {
  missing: {
    en: 'Choose the column of the amounts, or one for money in and one for money out.',
    es: 'Elija la columna de los montos, o una para las entradas y otra para las salidas.',
  },
  usedTwice: {
    en: 'You chose this column for something else too. Choose another one.',
    es: 'También eligió esta columna para otra cosa. Elija otra.',
  },
  noDates: {
    en: 'This column has no dates. Choose the one with dates like 03/02/2026.',
    es: 'Esta columna no tiene fechas. Elija la que tiene fechas como 03/02/2026.',
  },
  noMoney: {
    en: 'This column has no amounts. Choose the one with amounts like 1234.50.',
    es: 'Esta columna no tiene montos. Elija la que tiene montos como 1234.50.',
  },
  noWords: {
    en: 'This column has no words. Choose the one that says who was paid or who paid.',
    es: 'Esta columna no tiene palabras. Elija la que dice a quién se pagó o quién pagó.',
  },
  noSides: {
    en: 'This column does not say debit or credit in each row. Choose another one, or leave it empty.',
    es: 'Esta columna no dice débito o crédito en cada fila. Elija otra o déjela vacía.',
  },
  sideUnclear: {
    en: 'By this answer, pay goes out or purchases come in. Say how your bank shows money that goes out.',
    es: 'Según esta respuesta, su pago sale o las compras entran. Diga cómo muestra su banco el dinero que sale.',
  },
  balancesDisagree: {
    en: 'The balances do not follow from the amounts. Check the answers, or choose no balance.',
    es: 'Los saldos no coinciden con los montos. Revise las respuestas o no elija ningún saldo.',
  },
}

export const columnProblemText = ({ why }: AnswerProblem): Localized => TEXTS[why]
