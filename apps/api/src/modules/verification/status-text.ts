import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { verificationWay } from '../borrowers/statement-provider.ts'

/** What each status of a bank link says to the borrower, and what they can do. Source: product.md §4; wording ours. */
const LINK_TEXT: Readonly<Record<IbvStatus, Localized>> = {
  [IbvStatus.otherError]: {
    en: 'The bank connection failed. Try again, or upload a bank statement.',
    es: 'La conexión con el banco falló. Inténtelo de nuevo o suba un estado de cuenta.',
  },
  [IbvStatus.financialInstitutionError]: {
    en: 'Your bank isn’t responding. Try again later, or upload a bank statement.',
    es: 'Su banco no responde. Inténtelo más tarde o suba un estado de cuenta.',
  },
  [IbvStatus.accountError]: {
    en: 'Your bank refused the sign-in. Check your account there, or use another bank.',
    es: 'Su banco rechazó el acceso. Revise su cuenta en el banco o use otro.',
  },
  [IbvStatus.notStarted]: {
    en: 'Open the bank page to begin.',
    es: 'Abra la página del banco para empezar.',
  },
  [IbvStatus.startedNotCompleted]: {
    en: 'The bank page is open and not finished. Go back to it to continue.',
    es: 'La página del banco sigue abierta y sin terminar. Vuelva a ella para continuar.',
  },
  [IbvStatus.loginVerified]: {
    en: 'You are signed in at your bank. We are reading your accounts.',
    es: 'Ya entró en su banco. Estamos leyendo sus cuentas.',
  },
  [IbvStatus.inProgress]: {
    en: 'We are checking your bank information. You can leave this page.',
    es: 'Estamos revisando sus datos bancarios. Puede dejar esta página.',
  },
  [IbvStatus.successful]: { en: 'Your bank account is verified.', es: 'Su cuenta bancaria está verificada.' },
}

/** A statement may wait for its columns; it, or a request for a person, waits, is accepted or is refused. */
const REVIEW_TEXT: Readonly<Partial<Record<IbvStatus, Localized>>> = {
  [IbvStatus.accountError]: {
    en: 'We could not use your statement. Send another one, or link your bank.',
    es: 'No pudimos usar su estado de cuenta. Envíe otro o conecte su banco.',
  },
  [IbvStatus.startedNotCompleted]: {
    en: 'Tell us which column of your statement is which. Then we can read it.',
    es: 'Díganos qué es cada columna de su estado de cuenta. Así podemos leerlo.',
  },
  [IbvStatus.inProgress]: {
    en: 'We’re reviewing it. We’ll email you when we’re done.',
    es: 'Una persona lo está revisando. Le escribimos en cuanto termine.',
  },
  [IbvStatus.successful]: { en: 'Your income is verified.', es: 'Sus ingresos están verificados.' },
}

export function statusText(request: Pick<IbvRequest, 'provider' | 'status'>): Localized {
  const own = verificationWay(request) === 'bank' ? undefined : REVIEW_TEXT[request.status]
  return own ?? LINK_TEXT[request.status]
}
