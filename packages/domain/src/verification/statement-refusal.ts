import type { Localized } from '../portfolios/localized.ts'

/**
 * Why a person cannot accept what was sent in place of a bank link, in words to the borrower: what is wrong and what
 * to do. A closed list, so that no employee's free text reaches a borrower. Our decision.
 */
export const STATEMENT_REFUSALS = {
  unreadable: {
    en: 'We could not read it. Send a sharper picture, or the CSV file from your bank.',
    es: 'No pudimos leerlo. Envíe una imagen más nítida o el archivo CSV de su banco.',
  },
  notAStatement: {
    en: 'It is not a bank statement. Download one from your bank, or link your account.',
    es: 'No es un estado de cuenta bancario. Descargue uno de su banco o conecte su cuenta.',
  },
  otherAccount: {
    en: 'It is of another account than the one you typed. Correct your account, or send its statement.',
    es: 'Es de una cuenta distinta de la que usted indicó. Corrija su cuenta o envíe el estado de esa cuenta.',
  },
  otherPerson: {
    en: 'It is in another name than yours. Send a statement of an account that you own.',
    es: 'Está a nombre de otra persona. Envíe el estado de una cuenta de la que usted sea titular.',
  },
  tooShort: {
    en: 'It covers too few days. Send the last 90 days.',
    es: 'Abarca muy pocos días. Envíe los últimos 90 días.',
  },
  tooOld: {
    en: 'It ends too long ago. Send one that goes up to this week.',
    es: 'Termina hace demasiado tiempo. Envíe uno que llegue hasta esta semana.',
  },
  notWhole: {
    en: 'Pages or lines are missing. Send the whole statement.',
    es: 'Faltan páginas o líneas. Envíe el estado de cuenta completo.',
  },
  noRegularIncome: {
    en: 'We found no regular income in it. Link or send the account that your pay goes to.',
    es: 'No encontramos ingresos regulares en él. Conecte o envíe la cuenta donde recibe su pago.',
  },
  unsafeFile: {
    en: 'The file is not safe to open. Download it again from your bank and send it as it is.',
    es: 'No es seguro abrir el archivo. Descárguelo de nuevo de su banco y envíelo sin cambios.',
  },
} as const satisfies Record<string, Localized>

export type StatementRefusal = keyof typeof STATEMENT_REFUSALS

export const STATEMENT_REFUSAL_CODES = Object.keys(STATEMENT_REFUSALS) as readonly StatementRefusal[]

/** Whether a stored reason is one of this list. */
export const isStatementRefusal = (stored: string | null): stored is StatementRefusal =>
  stored !== null && Object.hasOwn(STATEMENT_REFUSALS, stored)
