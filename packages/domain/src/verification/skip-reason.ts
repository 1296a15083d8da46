import type { Localized } from '../portfolios/localized.ts'

/**
 * Why a row of a statement file does not count. `unreadable` ones may hold what matters: many of them refuse the file;
 * the others are not transactions.
 */
export const SKIP_REASONS = {
  aboveTable: {
    unreadable: false,
    text: { en: 'it is above the table.', es: 'está encima de la tabla.' },
  },
  headings: {
    unreadable: false,
    text: { en: 'it names the columns.', es: 'nombra las columnas.' },
  },
  note: {
    unreadable: false,
    text: { en: 'it is a note with no date and no amount.', es: 'es una nota sin fecha ni monto.' },
  },
  continued: {
    unreadable: false,
    text: { en: 'it continues the row above.', es: 'tiene más palabras de la fila anterior.' },
  },
  undated: {
    unreadable: false,
    text: { en: 'it has an amount and no date.', es: 'tiene un monto y ninguna fecha.' },
  },
  balance: {
    unreadable: false,
    text: { en: 'it is a balance, not a transaction.', es: 'es un saldo, no una transacción.' },
  },
  total: {
    unreadable: false,
    text: { en: 'it is a total, not a transaction.', es: 'es un total, no una transacción.' },
  },
  pending: {
    unreadable: false,
    text: { en: 'the transaction is still pending.', es: 'la transacción está pendiente.' },
  },
  scheduled: {
    unreadable: false,
    text: {
      en: 'the transaction is planned and has not happened.',
      es: 'la transacción está programada y aún no ocurre.',
    },
  },
  notCompleted: {
    unreadable: false,
    text: { en: 'the transaction was not completed.', es: 'la transacción no se completó.' },
  },
  otherCurrency: {
    unreadable: false,
    text: { en: 'the amount is not in dollars.', es: 'el monto no está en dólares.' },
  },
  noAmount: {
    unreadable: false,
    text: { en: 'it moves no money.', es: 'no mueve dinero.' },
  },
  repeated: {
    unreadable: false,
    text: {
      en: 'the file lists it twice with the same reference.',
      es: 'el archivo la repite con la misma referencia.',
    },
  },
  badDate: {
    unreadable: true,
    text: {
      en: 'the date cannot be read. Use dates like 03/02/2026 or 2026-03-02.',
      es: 'no se puede leer la fecha. Use fechas como 03/02/2026 o 2026-03-02.',
    },
  },
  futureDate: {
    unreadable: true,
    text: { en: 'the date lies in the future.', es: 'la fecha está en el futuro.' },
  },
  oldDate: {
    unreadable: true,
    text: { en: 'the date is too long ago.', es: 'la fecha es demasiado antigua.' },
  },
  badAmount: {
    unreadable: true,
    text: {
      en: 'the amount cannot be read. Use amounts like 1234.50 or -1234.50.',
      es: 'no se puede leer el monto. Use montos como 1234.50 o -1234.50.',
    },
  },
  noSide: {
    unreadable: true,
    text: {
      en: 'it does not say whether money came in or went out.',
      es: 'no dice si el dinero entró o salió.',
    },
  },
  longCell: {
    unreadable: true,
    text: { en: 'a cell is longer than 1,000 characters.', es: 'una celda tiene más de 1,000 caracteres.' },
  },
} as const satisfies Record<string, { readonly unreadable: boolean; readonly text: Localized }>

export type SkipReason = keyof typeof SKIP_REASONS

export const SKIP_REASON_CODES = Object.keys(SKIP_REASONS) as readonly SkipReason[]
