import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkFailure, LinkProgress } from '@dolphin/domain/verification/link-failure'
import { type JsonValue, readable } from '../json-value.ts'
import type { ProviderFailure } from '../provider-failure.ts'

/** Codes with a cause of their own, whatever class Plaid gives them. Source: plaid.com/docs/errors. */
const CAUSES: ReadonlyMap<string | undefined, LinkFailure> = new Map([
  ['NO_ACCOUNTS', 'noAccounts'],
  ['NO_AUTH_ACCOUNTS', 'noAccounts'],
  ['ACCESS_NOT_GRANTED', 'accessNotGranted'],
  ['ADDITIONAL_CONSENT_REQUIRED', 'accessNotGranted'],
  ['ITEM_LOCKED', 'accountLocked'],
  ['ITEM_LOGIN_REQUIRED', 'signInAgain'],
  ['PRODUCTS_NOT_SUPPORTED', 'notSupported'],
  ['ITEM_NOT_SUPPORTED', 'notSupported'],
  ['INSTITUTION_NO_LONGER_SUPPORTED', 'notSupported'],
  ['UNAUTHORIZED_INSTITUTION', 'notEnabled'],
  ['INSTITUTION_REGISTRATION_REQUIRED', 'notEnabled'],
  ['INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT', 'notEnabled'],
])
/** Tokens that stand for nothing any more: this session will never come to anything. */
const LOST_TOKENS: ReadonlySet<string> = new Set([
  'INVALID_LINK_TOKEN',
  'INVALID_PUBLIC_TOKEN',
  'INVALID_ACCESS_TOKEN',
  'ITEM_NOT_FOUND',
])

/**
 * What an error of Plaid's means for a link, by its class and code; undefined where it says nothing about the link
 * (wrong keys, our own mistakes). Source: plaid.com/docs/errors; product.md §4.
 */
export function progressOfError(
  type: string | undefined,
  code: string | undefined,
): LinkProgress | undefined {
  const cause = CAUSES.get(code)
  if (cause !== undefined) return cause
  if (code === 'PRODUCT_NOT_READY') return IbvStatus.inProgress
  if (LOST_TOKENS.has(code ?? '')) return IbvStatus.otherError
  if (type === 'INSTITUTION_ERROR') return IbvStatus.financialInstitutionError
  return type === 'ITEM_ERROR' || type === 'OAUTH_ERROR' ? IbvStatus.accountError : undefined
}

/**
 * What a refusal means for a bank that is linked already. Its silence passes, so the link stays in progress and is asked
 * again; so does a limit on calls about one item.
 */
export function progressOfItem({
  reason,
  vendorType,
  vendorCode,
}: ProviderFailure): LinkProgress | undefined {
  if (reason === 'rateLimited') return IbvStatus.inProgress
  if (reason !== 'refused') return undefined
  const progress = progressOfError(vendorType, vendorCode)
  return progress === IbvStatus.financialInstitutionError ? IbvStatus.inProgress : progress
}

/** How far Link itself has come: sessions of one link token, and the public tokens of those that succeeded. */
export type LinkVisits = { readonly progress: LinkProgress; readonly publicTokens: readonly string[] }

/**
 * Reads /link/token/get. A visit that ended without error was left half-way and can be gone on with; the error of
 * the last visit counts. Newer accounts report `results` and `exit`, older ones `on_success` and `on_exit`.
 */
export function linkVisits(answer: JsonValue): LinkVisits {
  const sessions = answer.at('link_sessions').optionalList()
  const publicTokens = [...new Set(sessions.flatMap(publicTokensOf))]
  if (publicTokens.length > 0) return { progress: IbvStatus.loginVerified, publicTokens }
  const last = sessions
    .map((session) => ({ session, at: startOf(session) }))
    .toSorted((a, b) => a.at - b.at)
    .at(-1)?.session
  if (last === undefined) return { progress: IbvStatus.notStarted, publicTokens }
  const exit = last.at('exit').optional() ?? last.at('on_exit').optional()
  const error = exit?.at('error').optional()
  if (error === undefined) return { progress: IbvStatus.startedNotCompleted, publicTokens }
  const progress = progressOfError(
    error.at('error_type').optionalText(),
    error.at('error_code').optionalText(),
  )
  return { progress: progress ?? IbvStatus.otherError, publicTokens }
}

/** When a visit began, in milliseconds; one without a readable instant counts as the first. */
const startOf = (session: JsonValue): number =>
  readable(() => session.at('started_at').optional()?.instant().getTime()) ?? 0

function publicTokensOf(session: JsonValue): readonly string[] {
  const added = session.at('results').optional()?.at('item_add_results').optionalList() ?? []
  const older = session.at('on_success').optional()?.at('public_token').optionalText()
  return [
    ...added.flatMap((result) => result.at('public_token').optionalText() ?? []),
    ...(older === undefined ? [] : [older]),
  ]
}

/** Whether the history that was asked for is there: transactions_update_status of /transactions/sync. */
export const statusOfHistory = (update: string): IbvStatus =>
  update === 'HISTORICAL_UPDATE_COMPLETE' ? IbvStatus.successful : IbvStatus.inProgress
