import {
  REQUESTABLE_TYPES,
  REQUESTED_DOCUMENTS,
  type RequestableType,
} from '@dolphin/domain/applications/document-request'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { changeName } from '@dolphin/domain/servicing/changes/change-names'

/** A document that a borrower sent because a review asked for it. */
export const sentTitle = (documentType: RequestableType): Localized => {
  const { en, es } = REQUESTED_DOCUMENTS[documentType]
  return { en: `${en} that you sent`, es: `${es} que usted envió` }
}

/** What the documents call themselves. They are in English; lists name them in the reader's language. */
const TITLES: Readonly<Record<string, string>> = {
  'Loan agreement': 'Contrato de préstamo',
  'Authorization of automatic payments': 'Autorización de pagos automáticos',
  'New authorization of automatic payments': 'Nueva autorización de pagos automáticos',
  'Notice of action taken on your application': 'Aviso de decisión sobre su solicitud',
  'Notice of incomplete application': 'Aviso de solicitud incompleta',
  'Privacy notice': 'Aviso de privacidad',
  'Federal Truth in Lending disclosure': 'Declaración federal del costo del préstamo',
  'Covered borrower certificate': 'Certificado de prestatario protegido',
  'Electronic records test': 'Prueba de registros electrónicos',
  'Bank Statement': 'Estado de cuenta bancario',
  'Receipt of a change': 'Recibo de un cambio',
  'Amendment to your loan agreement': 'Modificación de su contrato de préstamo',
  'Amendment to sign': 'Modificación para firmar',
  'Payoff letter': 'Carta de liquidación',
  'Paid in full': 'Carta de pago total',
  'Account statement': 'Estado de cuenta del préstamo',
  'Your consents': 'Sus consentimientos',
  ...Object.fromEntries(REQUESTABLE_TYPES.map(sentTitle).map(({ en, es }) => [en, es])),
}

const CHANGES: ReadonlyMap<string, string> = new Map(
  Object.values(ChangeType)
    .flatMap((changeType) => [
      ...[false, true]
        .flatMap((isExpected) => [false, true].map((isPastDue) => ({ isExpected, isPastDue })))
        .map(({ isExpected, isPastDue }) =>
          changeName({ changeType, isExpected, stopsOne: false, due: { number: null, isPastDue } }),
        ),
      ...[
        { isExpected: false, stopsOne: false },
        { isExpected: true, stopsOne: false },
        { isExpected: false, stopsOne: true },
      ].map((how) => changeName({ changeType, due: null, ...how })),
    ])
    .map(({ en, es }) => [en, es]),
)

const PAYMENT_DUE = /^Payment (\d+)(, past due)?(, by a payment that you make yourself)?$/

/** The name of a change in Spanish: of a list, or with the number of the payment that it makes. */
function changeInSpanish(name: string): string | undefined {
  const [, number, pastDue, expected] = PAYMENT_DUE.exec(name) ?? []
  if (number === undefined) return CHANGES.get(name)
  const due = { number: Number(number), isPastDue: pastDue !== undefined }
  const isExpected = expected !== undefined
  return changeName({ changeType: ChangeType.payDown, isExpected, stopsOne: false, due }).es
}

/**
 * A stored title for every reader: "Receipt of a change: Pay off", "Recibo de un cambio: Pagar todo". One that no
 * list knows, such as the name of an uploaded file, stays as it is.
 */
export function storedTitle(title: string): Localized {
  const [document = '', ...rest] = title.split(': ')
  const about = rest.join(': ')
  const named = TITLES[document] ?? document
  return { en: title, es: about === '' ? named : `${named}: ${changeInSpanish(about) ?? about}` }
}
