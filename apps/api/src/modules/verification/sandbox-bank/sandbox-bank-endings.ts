import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import {
  type LinkFailure,
  type LinkProgress,
  statusOfProgress,
} from '@dolphin/domain/verification/link-failure'
import type { Localized } from '@dolphin/domain/portfolios/localized'

/** What the last page of a visit at the sandbox bank says. */
interface Ending {
  readonly title: Localized
  readonly text: Localized
}

/** By the cause, where the status alone would say less. */
const ENDINGS_BY_CAUSE: Partial<Record<LinkFailure, Ending>> = {
  accountLocked: {
    title: { en: 'Your account is locked', es: 'Su cuenta está bloqueada' },
    text: {
      en: 'This account is locked at the bank. Unlock it there first, or use another account.',
      es: 'Esta cuenta está bloqueada en el banco. Desbloquéela primero o use otra cuenta.',
    },
  },
  notEnabled: {
    title: { en: 'This lender is not registered here', es: 'Este prestamista no está registrado aquí' },
    text: {
      en: 'The bank does not let this lender link its customers yet. Nothing was shared.',
      es: 'El banco todavía no permite que este prestamista conecte a sus clientes. No se compartió nada.',
    },
  },
}

/** By how far the visit came. */
export const ENDINGS = {
  [IbvStatus.otherError]: {
    title: { en: 'Something went wrong', es: 'Algo salió mal' },
    text: { en: 'We could not finish this visit.', es: 'No pudimos terminar esta visita.' },
  },
  [IbvStatus.financialInstitutionError]: {
    title: { en: 'The bank does not answer', es: 'El banco no responde' },
    text: {
      en: 'Our systems are not available at the moment. Please try again later.',
      es: 'Nuestros sistemas no están disponibles ahora. Inténtelo más tarde.',
    },
  },
  [IbvStatus.accountError]: {
    title: { en: 'The bank refused the sign-in', es: 'El banco rechazó el acceso' },
    text: {
      en: 'The password is not right. Nothing was shared.',
      es: 'La contraseña no es correcta. No se compartió nada.',
    },
  },
  [IbvStatus.notStarted]: {
    title: { en: 'Not begun', es: 'Sin empezar' },
    text: { en: 'Nothing was shared.', es: 'No se compartió nada.' },
  },
  [IbvStatus.startedNotCompleted]: {
    title: { en: 'You left before signing in', es: 'Salió antes de iniciar sesión' },
    text: { en: 'Nothing was shared.', es: 'No se compartió nada.' },
  },
} satisfies Partial<Record<IbvStatus, Ending>>
const endings: Partial<Record<IbvStatus, Ending>> = ENDINGS

/** Why nothing was shared; undefined where something was. */
export const endingOf = (progress: LinkProgress): Ending | undefined =>
  (typeof progress === 'string' ? ENDINGS_BY_CAUSE[progress] : undefined) ??
  endings[statusOfProgress(progress)]
