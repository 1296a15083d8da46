import type { Localized } from '../portfolios/localized.ts'
import type { LegalFactKind } from './legal-facts.ts'

const NOTED: Readonly<Record<LegalFactKind, Localized>> = {
  bankruptcy: {
    en: 'We know of your bankruptcy. We do not take or ask for payments, and any that was planned is withdrawn. This letter asks for nothing.',
    es: 'Sabemos de su bancarrota. No cobramos ni pedimos pagos, y los que estaban previstos quedan retirados. Esta carta no le pide nada.',
  },
  activeDuty: {
    en: 'We know that you are on active duty. Payments go on as scheduled, we add no fees, and we do not collect. We are working out the lower interest that the law gives you. Thank you for your service.',
    es: 'Sabemos que está en servicio activo. Los pagos siguen según el plan, no agregamos cargos y no hacemos gestiones de cobro. Estamos calculando el interés más bajo que la ley le da. Gracias por su servicio.',
  },
}

const ENDED: Readonly<Record<LegalFactKind, Localized>> = {
  bankruptcy: {
    en: 'The bankruptcy does not stand on this loan any more. We take nothing from your account unless you authorize it again. The days of the bankruptcy do not count as late.',
    es: 'La bancarrota ya no consta en este préstamo. No cobramos nada de su cuenta si usted no lo autoriza de nuevo. Los días de la bancarrota no cuentan como atraso.',
  },
  activeDuty: {
    en: 'Your active duty does not stand on this loan any more. Fees can apply again from today. The days of your service do not count as late.',
    es: 'Su servicio activo ya no consta en este préstamo. Desde hoy se pueden aplicar cargos otra vez. Los días de su servicio no cuentan como atraso.',
  },
}

/** What the borrower reads when a fact of law is noted on the loan, or has ended. */
export const protectionWords = (kind: LegalFactKind, isNoted: boolean): Localized =>
  isNoted ? NOTED[kind] : ENDED[kind]
