import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { JsonValue } from '../json-value.ts'
import type { ProviderFailure } from '../provider-failure.ts'

/** Item errors that the bank's side causes; every other one asks something of the borrower. */
const BANK_SIDE: ReadonlySet<string> = new Set(['INSTITUTION_NO_LONGER_SUPPORTED', 'ITEM_NOT_SUPPORTED'])
/** Tokens that stand for nothing any more: this session will never come to anything. */
const LOST_TOKENS: ReadonlySet<string> = new Set([
  'INVALID_LINK_TOKEN',
  'INVALID_PUBLIC_TOKEN',
  'INVALID_ACCESS_TOKEN',
])

/**
 * What an error of Plaid's means for a link, by its class and code; undefined where it says nothing about the link
 * (wrong keys, our own mistakes). Source: plaid.com/docs/errors; product.md §4.
 */
export function statusOfError(type: string | undefined, code: string | undefined): IbvStatus | undefined {
  if (code === 'PRODUCT_NOT_READY') return IbvStatus.inProgress
  if (type === 'INSTITUTION_ERROR') return IbvStatus.financialInstitutionError
  if (type === 'ITEM_ERROR') {
    return BANK_SIDE.has(code ?? '') ? IbvStatus.financialInstitutionError : IbvStatus.accountError
  }
  if (type === 'OAUTH_ERROR') return IbvStatus.accountError
  return LOST_TOKENS.has(code ?? '') ? IbvStatus.otherError : undefined
}

export const statusOfRefusal = ({
  reason,
  vendorType,
  vendorCode,
}: ProviderFailure): IbvStatus | undefined =>
  reason === 'refused' ? statusOfError(vendorType, vendorCode) : undefined

/** How far Link itself has come: sessions of one link token, and the public token if one of them succeeded. */
export type LinkProgress = { readonly status: IbvStatus; readonly publicToken: string | undefined }

/**
 * Reads /link/token/get. A visit that ended without error was left half-way and can be gone on with; the error of
 * the last visit counts. Newer accounts report `results` and `exit`, older ones `on_success` and `on_exit`.
 */
export function linkProgress(answer: JsonValue): LinkProgress {
  const sessions = answer.at('link_sessions').optionalList()
  const publicToken = sessions.flatMap(publicTokens)[0]
  if (publicToken !== undefined) return { status: IbvStatus.loginVerified, publicToken }
  const started = sessions
    .map((session) => ({ session, at: session.at('started_at').optional()?.instant().getTime() ?? 0 }))
    .filter(({ at }) => at > 0)
    .toSorted((a, b) => a.at - b.at)
  const last = started.at(-1)?.session
  if (last === undefined) return { status: IbvStatus.notStarted, publicToken }
  const exit = last.at('exit').optional() ?? last.at('on_exit').optional()
  const error = exit?.at('error').optional()
  if (error === undefined) return { status: IbvStatus.startedNotCompleted, publicToken }
  const status = statusOfError(error.at('error_type').optionalText(), error.at('error_code').optionalText())
  return { status: status ?? IbvStatus.otherError, publicToken }
}

function publicTokens(session: JsonValue): readonly string[] {
  const added = session.at('results').optional()?.at('item_add_results').optionalList() ?? []
  const older = session.at('on_success').optional()?.at('public_token').optionalText()
  return [...added.map((result) => result.at('public_token').text()), ...(older === undefined ? [] : [older])]
}

/** Whether the history that was asked for is there: transactions_update_status of /transactions/sync. */
export const statusOfHistory = (update: string): IbvStatus =>
  update === 'HISTORICAL_UPDATE_COMPLETE' ? IbvStatus.successful : IbvStatus.inProgress
