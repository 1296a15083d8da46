import type { Localized } from '../portfolios/localized.ts'
import { IbvStatus } from './ibv-status.ts'

/**
 * How far a link ends by a cause, whether that costs the borrower one of their tries, and the cause in words to the
 * borrower: what is wrong and what to do.
 */
type LinkFailureRule = {
  readonly status: IbvStatus
  readonly costsTry: boolean
  readonly words: Localized
}

const { accountError, financialInstitutionError, otherError } = IbvStatus

/**
 * Why a bank link came to nothing, where its provider names a cause. A closed list: a provider's own sentences quote
 * what was sent to it. Source: docs/facts/vendors.md "Plaid"; wording ours.
 */
export const LINK_FAILURES = {
  noAccounts: {
    status: accountError,
    costsTry: true,
    words: {
      en: 'Your bank showed no checking or savings account. Share one, or link another bank.',
      es: 'Su banco no mostró ninguna cuenta corriente o de ahorros. Comparta una o conecte otro banco.',
    },
  },
  accessNotGranted: {
    status: accountError,
    costsTry: false,
    words: {
      en: 'The link needs your account, its transactions and your name. Link again and allow all three.',
      es: 'Para conectar hacen falta su cuenta, sus movimientos y su nombre. Conecte de nuevo y permita los tres.',
    },
  },
  accountLocked: {
    status: accountError,
    costsTry: false,
    words: {
      en: 'Your bank has locked your sign-in. Unlock it at the bank, then link again.',
      es: 'Su banco bloqueó su acceso. Desbloquéelo en el banco y luego conecte de nuevo.',
    },
  },
  signInAgain: {
    status: accountError,
    costsTry: false,
    words: {
      en: 'Your bank ended the connection before we could read it. Link it again.',
      es: 'Su banco terminó la conexión antes de que pudiéramos leerla. Conéctelo de nuevo.',
    },
  },
  notSupported: {
    status: financialInstitutionError,
    costsTry: false,
    words: {
      en: 'This bank does not offer what the link needs. Link another bank, or upload a statement.',
      es: 'Este banco no ofrece lo que hace falta para conectar. Conecte otro banco o suba un estado de cuenta.',
    },
  },
  notEnabled: {
    status: financialInstitutionError,
    costsTry: false,
    words: {
      en: 'We cannot link this bank yet. Link another bank, or upload a statement.',
      es: 'Todavía no podemos conectar este banco. Conecte otro banco o suba un estado de cuenta.',
    },
  },
  noBalances: {
    status: financialInstitutionError,
    costsTry: false,
    words: {
      en: 'Your bank did not tell us any balance. Try again later, or upload a statement.',
      es: 'Su banco no nos indicó ningún saldo. Inténtelo más tarde o suba un estado de cuenta.',
    },
  },
  noReport: {
    status: otherError,
    costsTry: false,
    words: {
      en: 'Your bank did not send your accounts in time. Link again, or upload a statement.',
      es: 'Su banco no envió sus cuentas a tiempo. Conecte de nuevo o suba un estado de cuenta.',
    },
  },
} as const satisfies Record<string, LinkFailureRule>

export type LinkFailure = keyof typeof LINK_FAILURES

/** Every cause, for schemas. */
export const LINK_FAILURE_CAUSES = Object.keys(LINK_FAILURES) as LinkFailure[]

/** How far a link has come, or the cause for which it ended. */
export type LinkProgress = IbvStatus | LinkFailure

/** The status of a link by what is known of it. */
export const statusOfProgress = (progress: LinkProgress): IbvStatus =>
  typeof progress === 'string' ? LINK_FAILURES[progress].status : progress

/** The words to a cause that is stored with a link; undefined for any other text. */
export const linkFailureWords = (stored: string | null): Localized | undefined =>
  stored !== null && Object.hasOwn(LINK_FAILURES, stored)
    ? LINK_FAILURES[stored as LinkFailure].words
    : undefined

/** Once a bank is being read the try is spent, so that links opened side by side cost as many as in turn. */
const COSTLY: readonly IbvStatus[] = [
  IbvStatus.loginVerified,
  IbvStatus.inProgress,
  IbvStatus.successful,
  IbvStatus.accountError,
]

/**
 * Whether a link costs one of the borrower's tries: a bank that was read, and a refused sign-in. A bank's outage, a
 * locked sign-in and leaving the bank's page cost none. Source: docs/design/borrower-journey.md "Steps".
 *
 * @param cause as stored with the link; it counts where it is what brought the link to its status.
 */
export function costsTry(status: IbvStatus, cause: string | null): boolean {
  const rule =
    cause !== null && Object.hasOwn(LINK_FAILURES, cause) ? LINK_FAILURES[cause as LinkFailure] : undefined
  return rule?.status === status ? rule.costsTry : COSTLY.includes(status)
}
