import type { ChangeType } from '@dolphin/domain/payments/codes'
import { MODE_REFUSAL_TEXTS } from '@dolphin/domain/payments/mode-refusal'
import { changeName } from '@dolphin/domain/servicing/changes/change-names'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import type { Cents } from '@dolphin/domain/money/cents'
import { inEachLanguage, type Locale, type Localized } from '@dolphin/domain/portfolios/localized'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { ChangeRemark, PaidDue } from '@dolphin/domain/servicing/changes/change-plan'
import type { ChangeRefusal, WhyChangeRefused } from '@dolphin/domain/servicing/changes/change-refusal'
import { paymentStoppedBy } from './stopped-payments.ts'

/** The name of a saved change. */
export const savedChangeName = ({
  changeType,
  result,
}: Pick<LoanChange, 'changeType' | 'result'>): Localized =>
  // The column holds the domain's change type and nothing else.
  changeName({
    changeType: changeType as ChangeType,
    isExpected: (result['expected'] ?? null) !== null,
    stopsOne: paymentStoppedBy({ result }) !== undefined,
    due: dueOf({ result }),
  })

/** What of the schedule a saved payment of what is due pays; null of any other change. */
export function dueOf({ result: { due } }: Pick<LoanChange, 'result'>): PaidDue | null {
  if (typeof due !== 'object' || due === null || !('number' in due && 'isPastDue' in due)) return null
  return { number: typeof due.number === 'number' ? due.number : null, isPastDue: due.isPastDue === true }
}

const WHY_CHANGE: Readonly<Record<WhyChangeRefused, Localized>> = {
  nothingToChange: {
    en: 'No payment is left that could be changed.',
    es: 'No queda ningún pago que se pueda cambiar.',
  },
  tooManyPayments: {
    en: 'Choose fewer payments than you have left.',
    es: 'Elija menos pagos de los que le quedan.',
  },
  termTooLong: {
    en: 'The last payment would come later than your loan allows.',
    es: 'El último pago sería más tarde de lo que permite su préstamo.',
  },
  frequencyNotOffered: {
    en: 'Weekly payments are for people who are paid every week.',
    es: 'Los pagos semanales son para quienes cobran cada semana.',
  },
  moveUsed: {
    en: 'A payment can be moved once at no cost, and you have used that.',
    es: 'Un pago se puede mover una vez sin costo y usted ya lo hizo.',
  },
  notMissed: {
    en: 'Only a missed payment can be made up for.',
    es: 'Solo se puede reponer un pago atrasado.',
  },
  accountReturned: {
    en: 'The bank says this account is closed or unknown. Give us another account first.',
    es: 'La cuenta figura como cerrada o desconocida. Primero denos otra cuenta.',
  },
  transactionStatus: {
    en: 'This can’t be done for this payment.',
    es: 'El estado de este pago no permite hacerlo.',
  },
  dayTaken: {
    en: 'Two of your payments would be due on the same day. Choose another change, or wait until the payment that was moved is paid.',
    es: 'Dos de sus pagos caerían en el mismo día. Elija otro cambio o espere a que se pague el pago que se movió.',
  },
  noEffect: {
    en: 'The schedule would not change as asked. Choose another amount, day or payment.',
    es: 'El calendario no cambiaría como se pidió. Elija otro monto, otro día u otro pago.',
  },
  sameAsBefore: { en: 'Nothing would be different from now.', es: 'Nada sería distinto de ahora.' },
}

/** Why a change is refused, with what can be done instead; undefined where the catalog's words say it all. */
export function refusalWords(
  refusal: ChangeRefusal,
): { readonly elementKey: string; readonly message: Localized } | undefined {
  switch (refusal.reason) {
    case 'amountTooSmall':
      return { elementKey: 'amount', message: inEachLanguage(atLeast(refusal.least)) }
    case 'amountTooLarge':
      return { elementKey: 'amount', message: inEachLanguage(atMost(refusal.most)) }
    case 'dateNotAvailable':
    case 'cutOffPassed':
      return { elementKey: 'date', message: inEachLanguage((locale) => datesWords(refusal.dates, locale)) }
    case 'changeTypeRefused':
      return { elementKey: 'changeTypeCode', message: WHY_CHANGE[refusal.why] }
    case 'paymentModeRefused':
      return { elementKey: 'paymentMode', message: MODE_REFUSAL_TEXTS[refusal.why] }
    case 'changeAlreadyOpen':
      return { elementKey: 'changeTypeCode', message: heldUpWords(refusal.on) }
    case 'changeTooLate':
      return refusal.knownOn && { elementKey: 'amount', message: collectedWords(refusal.knownOn) }
    case 'loanStatusInvalid':
    case 'authorizationRequired':
    case 'changeNotCancelable':
      return undefined
  }
}

/** Why a payment of what is due has to wait. */
const collectedWords = (on: LocalDate): Localized => ({
  en: `We are trying this payment again now. On ${dayIn(on, 'en')} we will know whether it went through. If it did not, pay it then.`,
  es: `Ya estamos intentando cobrar este pago otra vez. El ${dayIn(on, 'es')} sabremos si se cobró. Si no, páguelo entonces.`,
})

/** Why another change has to wait, and until when. */
export const heldUpWords = (on: LocalDate): Localized => ({
  en: `A change is open. Undo it, or choose this again on ${dayIn(on, 'en')}.`,
  es: `Hay un cambio abierto. Deshágalo o elija esto otra vez el ${dayIn(on, 'es')}.`,
})

const atLeast = (least: Cents) => (locale: Locale) =>
  `${locale === 'en' ? 'Enter at least' : 'Escriba al menos'} ${formatCurrency(least)}.`

const atMost = (most: Cents) => (locale: Locale) =>
  `${locale === 'en' ? 'Enter at most' : 'Escriba como máximo'} ${formatCurrency(most)}.`

const MOST_DATES = 5

function datesWords(
  dates: Extract<ChangeRefusal, { reason: 'dateNotAvailable' }>['dates'],
  locale: Locale,
): string {
  const shown = dates
    .slice(0, MOST_DATES)
    .map((date) => dayIn(date, locale))
    .join(', ')
  const hasMore = dates.length > MOST_DATES
  if (locale === 'en') {
    if (dates.length === 0) return 'No date can be chosen now.'
    return `Choose one of these dates: ${shown}${hasMore ? ' or a later one' : ''}.`
  }
  if (dates.length === 0) return 'Ahora no se puede elegir ninguna fecha.'
  return `Elija una de estas fechas: ${shown}${hasMore ? ' o una posterior' : ''}.`
}

/** What a preview says beside its figures. */
export const remarkWords = (remark: ChangeRemark): Localized => ({
  en: remarkInEnglish(remark),
  es: remarkInSpanish(remark),
})

function remarkInEnglish(remark: ChangeRemark): string {
  switch (remark.code) {
    case 'inFlight':
      return `${formatCurrency(remark.amount)} is already on its way to us, the last of it on ${dayIn(remark.lastDate, 'en')}. It cannot be stopped any more.`
    case 'goesAsPlanned':
      return `${formatCurrency(remark.amount)} is still taken as planned, the last of it on ${dayIn(remark.lastDate, 'en')}.`
    case 'retryWithdrawn':
      return `We will not try the ${formatCurrency(remark.amount)} again on ${dayIn(remark.date, 'en')}.`
    case 'staysPastDue':
      return `Stopping it is free. The ${formatCurrency(remark.amount)} stays past due: send it as soon as you can. Until it arrives, interest goes on at up to ${formatCurrency(remark.perDiem)} a day.`
    case 'startsLater':
      return `You must be told of a new payment some days before it. So the change starts on ${dayIn(remark.firstDate, 'en')}.`
    case 'datesAdded':
      return remark.count === 1
        ? 'One payment is added at the end.'
        : `${remark.count} payments are added at the end.`
    case 'datesDropped':
      return remark.count === 1
        ? 'Your last payment is canceled.'
        : `Your last ${remark.count} payments are canceled.`
    case 'uncovered':
      return `${formatCurrency(remark.amount)} is owed beyond these payments. We take it only after you agree.`
    case 'sendYourself':
      return `Send ${formatCurrency(remark.amount)} yourself, so that it arrives by ${dayIn(remark.by, 'en')}.`
    case 'payByPhone':
      return `Call us by ${dayIn(remark.by, 'en')}. We charge ${formatCurrency(remark.amount)} to your debit card by phone.`
    case 'scheduleStays':
      return 'Nothing is taken now. Your scheduled payments stay as they are until this payment has arrived. You can stop automatic payments until then.'
    case 'debitDropped':
      return `We do not take the ${formatCurrency(remark.amount)} of ${dayIn(remark.date, 'en')}. Your earlier payment schedule is in force again.`
    case 'onlyIfPayoffFails':
      return 'You are paying off your loan. This help takes effect only if that payment does not go through, or if you take it back. If it goes through, your loan is paid off.'
    case 'coversInFlight':
      return `If the ${formatCurrency(remark.amount)} of ${dayIn(remark.dueDate, 'en')} goes through, nothing more changes. If it is returned or not taken, this help covers it too: it moves to ${dayIn(remark.movesTo, 'en')}, has no fee and is not late. Interest for the days in between is ${formatCurrency(remark.cost)}.`
    case 'paymentStopped':
      return `We will not take the ${formatCurrency(remark.amount)} of ${dayIn(remark.by, 'en')}. Stopping it is free. You still owe it: send it so that it arrives by then. If it comes later, it is past due, and interest goes on at up to ${formatCurrency(remark.perDiem)} a day.`
    case 'debitsEnd':
      return 'We take no payment from your account from now on, but for what is on its way.'
    case 'newAmount':
      return `Most of your payments are ${formatCurrency(remark.amount)} from then on.`
  }
}

function remarkInSpanish(remark: ChangeRemark): string {
  switch (remark.code) {
    case 'inFlight':
      return `${formatCurrency(remark.amount)} ya están en camino hacia nosotros; lo último, el ${dayIn(remark.lastDate, 'es')}. Ya no se puede detener.`
    case 'goesAsPlanned':
      return `${formatCurrency(remark.amount)} se cobran como estaba previsto; lo último, el ${dayIn(remark.lastDate, 'es')}.`
    case 'retryWithdrawn':
      return `No intentaremos cobrar otra vez los ${formatCurrency(remark.amount)} el ${dayIn(remark.date, 'es')}.`
    case 'staysPastDue':
      return `Detenerlo es gratis. Los ${formatCurrency(remark.amount)} siguen atrasados: envíelos lo antes posible. Hasta que lleguen, los intereses siguen hasta ${formatCurrency(remark.perDiem)} por día.`
    case 'startsLater':
      return `Debemos avisarle de un pago nuevo unos días antes. Por eso el cambio empieza el ${dayIn(remark.firstDate, 'es')}.`
    case 'datesAdded':
      return remark.count === 1 ? 'Se agrega un pago al final.' : `Se agregan ${remark.count} pagos al final.`
    case 'datesDropped':
      return remark.count === 1
        ? 'Se cancela su último pago.'
        : `Se cancelan sus últimos ${remark.count} pagos.`
    case 'uncovered':
      return `Además de estos pagos se deben ${formatCurrency(remark.amount)}. Los cobramos solo si usted acepta.`
    case 'sendYourself':
      return `Envíe usted mismo ${formatCurrency(remark.amount)} para que lleguen a más tardar el ${dayIn(remark.by, 'es')}.`
    case 'payByPhone':
      return `Llámenos a más tardar el ${dayIn(remark.by, 'es')}. Cobramos ${formatCurrency(remark.amount)} a su tarjeta de débito por teléfono.`
    case 'scheduleStays':
      return 'Ahora no se cobra nada. Sus pagos programados siguen igual hasta que llegue este pago. Hasta entonces puede detener los pagos automáticos.'
    case 'debitDropped':
      return `No cobramos los ${formatCurrency(remark.amount)} del ${dayIn(remark.date, 'es')}. Rige de nuevo su calendario de pagos anterior.`
    case 'onlyIfPayoffFails':
      return 'Usted está liquidando su préstamo. Esta ayuda vale solo si ese pago no se realiza o si usted lo retira. Si se realiza, su préstamo queda pagado.'
    case 'coversInFlight':
      return `Si los ${formatCurrency(remark.amount)} del ${dayIn(remark.dueDate, 'es')} se cobran, no cambia nada más. Si se devuelven o no se cobran, esta ayuda también los cubre: pasan al ${dayIn(remark.movesTo, 'es')}, sin cargo y sin contar como atraso. Los intereses de los días intermedios son ${formatCurrency(remark.cost)}.`
    case 'paymentStopped':
      return `No cobraremos los ${formatCurrency(remark.amount)} del ${dayIn(remark.by, 'es')}. Detenerlo es gratis. Todavía los debe: envíelos para que lleguen a más tardar ese día. Si llegan después, el pago queda atrasado y los intereses siguen, hasta ${formatCurrency(remark.perDiem)} por día.`
    case 'debitsEnd':
      return 'Desde ahora no cobramos ningún pago de su cuenta, salvo lo que ya está en camino.'
    case 'newAmount':
      return `Desde entonces, la mayoría de sus pagos son de ${formatCurrency(remark.amount)}.`
  }
}
