import { inEachLanguage, type Localized } from '../../portfolios/localized.ts'
import { RETURN_CODES, returnRule } from './return-codes.ts'

/** Texts for a borrower whose payment is blocked: what it means and what to do. */
export const ELIGIBILITY_TEXTS = {
  late: {
    en: 'It is too late for this date. The payment can be taken on a later one.',
    es: 'Es demasiado tarde para esta fecha. El pago se puede cobrar en una posterior.',
  },
  notBefore: {
    en: 'The payment is taken on its date, not before.',
    es: 'El pago se cobra en su fecha, no antes.',
  },
  notBeforeAgreed: {
    en: 'The payment is taken on the date you agreed to, not before.',
    es: 'El pago se cobra en la fecha que usted aceptó, no antes.',
  },
  moreThanAgreed: {
    en: 'This is more than you agreed to, so it is not taken.',
    es: 'Esto es más de lo que usted aceptó, así que no se cobra.',
  },
  moreThanOwed: {
    en: 'This is more than you still owe, so it is not taken.',
    es: 'Esto es más de lo que todavía debe, así que no se cobra.',
  },
  atOnceOnly: {
    en: 'A single payment is taken at once only. Please confirm it again.',
    es: 'Un pago único solo se cobra de inmediato. Confírmelo otra vez, por favor.',
  },
  confirmAgain: {
    en: 'This payment was not sent on the day you confirmed. Please confirm it again.',
    es: 'Este pago no se envió el día que usted confirmó. Confírmelo otra vez, por favor.',
  },
  noticeFirst: {
    en: 'We have to tell you of this payment some days before we take it, so it is not taken on this date.',
    es: 'Tenemos que avisarle de este pago unos días antes de cobrarlo, así que no se cobra en esta fecha.',
  },
  banksClosed: {
    en: 'Banks are closed on this date. Please pick another.',
    es: 'Los bancos cierran en esta fecha. Elija otra, por favor.',
  },
  sentBefore: {
    en: 'This payment is already on its way or was made.',
    es: 'Este pago ya está en camino o ya se hizo.',
  },
  noRetry: {
    en: 'A returned payment cannot be tried in this way again. You can pay it once now.',
    es: 'Un pago devuelto no se puede intentar otra vez de esta manera. Puede pagarlo una vez ahora.',
  },
  retryWaits: {
    en: 'A returned payment is not tried again on a day with another payment. It waits until that one has cleared.',
    es: 'Un pago devuelto no se intenta otra vez el mismo día que otro pago. Espera hasta que ese se haya cobrado.',
  },
  noCorrection: {
    en: 'This payment cannot be put right by taking it again. You can pay it once now.',
    es: 'Este pago no se arregla cobrándolo de nuevo. Puede pagarlo una vez ahora.',
  },
  authorizationAgain: {
    en: 'This payment was returned. We’ll take it again only if you authorize it again.',
    es: 'Este pago fue devuelto. Lo cobramos otra vez solo si lo autoriza de nuevo.',
  },
  twoFailures: {
    en: 'Two payments in a row were returned, so we may not try again on our own. You can pay once now, or authorize payments again.',
    es: 'Dos pagos seguidos fueron devueltos, así que no podemos intentarlo otra vez por nuestra cuenta. Puede pagar una vez ahora o autorizar pagos de nuevo.',
  },
  nothingDue: {
    en: 'Nothing is due on this loan, so nothing is taken.',
    es: 'No se debe nada de este préstamo, así que no se cobra nada.',
  },
  bankruptcy: {
    en: 'You are in bankruptcy. We do not take or ask for payments.',
    es: 'Usted está en bancarrota. No cobramos ni pedimos pagos.',
  },
  onHold: {
    en: 'Payments on this loan are on hold. Call us or update your bank information to continue.',
    es: 'Los pagos de este préstamo están en pausa. Llámenos o actualice sus datos bancarios para seguir.',
  },
  pastDue: {
    en: 'We take no automatic payments while the loan is past due. You can pay once now or call us.',
    es: 'No cobramos pagos automáticos mientras el préstamo está atrasado. Puede pagar una vez ahora o llamarnos.',
  },
  notThisWay: {
    en: 'We do not take payments in this way. Please pick another.',
    es: 'No cobramos pagos de esta manera. Elija otra, por favor.',
  },
  otherWayChosen: {
    en: 'You chose to pay in another way, so nothing is taken from this account.',
    es: 'Eligió pagar de otra manera, así que no se cobra nada de esta cuenta.',
  },
  accountNotUsed: {
    en: 'This payment was meant for an account that you no longer use here.',
    es: 'Este pago era para una cuenta que ya no usa aquí.',
  },
  withdrawn: {
    en: 'You withdrew your authorization, so nothing is taken. You can pay another way, or once now.',
    es: 'Retiró su autorización, así que no se cobra nada. Puede pagar de otra manera o una vez ahora.',
  },
  noAuthorization: {
    en: 'You have not authorized this payment. You can authorize it, or pay another way.',
    es: 'No ha autorizado este pago. Puede autorizarlo o pagar de otra manera.',
  },
  bankMessageOpen: {
    en: 'Our bank sent us a message that may be about one of your payments. We take nothing until we know.',
    es: 'Nuestro banco nos envió un aviso que puede ser sobre uno de sus pagos. No cobramos nada hasta saberlo.',
  },
  accountNotValidated: {
    en: 'We are asking your bank whether this account can be used. That takes some days, and then the payment can be taken.',
    es: 'Estamos preguntando a su banco si esta cuenta se puede usar. Eso toma unos días, y después se puede cobrar el pago.',
  },
  accountRefused: {
    en: 'We asked your bank about this account. The bank says that it cannot be used. Please give us another account.',
    es: 'Preguntamos a su banco por esta cuenta. El banco dice que no se puede usar. Denos otra cuenta, por favor.',
  },
  accountUnclear: {
    en: 'We asked your bank about this account. The bank did not accept our question. Please call us.',
    es: 'Preguntamos a su banco por esta cuenta. El banco no aceptó nuestra consulta. Llámenos, por favor.',
  },
  linkEnded: {
    en: 'The link to your bank has ended, and the account number that the bank gave us with it. Please link your bank again.',
    es: 'La conexión con su banco terminó, y con ella el número de cuenta que el banco nos dio. Conecte su banco de nuevo, por favor.',
  },
  detailsNeeded: {
    en: 'The account cannot be debited with the details that we have. Please update them.',
    es: 'No se puede cobrar de la cuenta con los datos que tenemos. Actualícelos, por favor.',
  },
} as const satisfies Readonly<Record<string, Localized>>

/** What can be done about a return that stands in the way. */
const NEXT_STEPS = {
  otherAccount: {
    en: 'Please give us the details of another account.',
    es: 'Por favor, denos los datos de otra cuenta.',
  },
  call: { en: 'Please call us.', es: 'Llámenos, por favor.' },
  authorizationAgain: {
    en: 'You can authorize payments again, or pay another way.',
    es: 'Puede autorizar pagos de nuevo o pagar de otra manera.',
  },
  allowAgain: {
    en: 'You can allow it again, or pay in another way.',
    es: 'Puede permitirlo de nuevo o pagar de otra manera.',
  },
} as const satisfies Readonly<Record<string, Localized>>

export type NextStep = keyof typeof NEXT_STEPS

/** What came back, and what to do about it. */
export const returnedWords = (words: Localized | null, next: NextStep): Localized =>
  inEachLanguage((locale) => `${words?.[locale] ?? ''} ${NEXT_STEPS[next][locale]}`.trim())

const SENTENCES: ReadonlyMap<string, Localized> = new Map(
  [
    ...Object.values(ELIGIBILITY_TEXTS),
    ...RETURN_CODES.flatMap((code) =>
      Object.keys(NEXT_STEPS).map((next) => returnedWords(returnRule(code).words, next as NextStep)),
    ),
  ].map((words) => [words.en, words]),
)

const UNKNOWN = 'Este pago no se cobró. Llámenos para saber por qué.'

/**
 * A stored denial for every reader. Rows keep what was said in English, the language of the record; the sentence
 * leads to its Spanish. A sentence of an earlier version, which leads nowhere, is said in general in Spanish.
 */
export const storedEligibilityText = (english: string): Localized =>
  SENTENCES.get(english) ?? { en: english, es: UNKNOWN }
