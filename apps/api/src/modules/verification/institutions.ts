import { setTimeout as delay } from 'node:timers/promises'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { listInstitutionCall } from '@dolphin/contract/institutions'
import {
  findIbvReport,
  type IbvRequest,
  listIbvRequests,
  listLinkedInstitutions,
} from '@dolphin/database/verification/ibv-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { shownTail } from '@dolphin/domain/verification/account-match'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { IbvProvider, Institution } from '@dolphin/integrations/ibv/provider'
import { ProviderFailure } from '@dolphin/integrations/ibv/provider-failure'
import type { SessionActor } from '../../http/actor.ts'
import { describe } from '../../http/describe-error.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { StoredReport } from '../borrowers/verified-income.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { wantedProvider } from './link-choice.ts'
import { NOT_OFFERED, type PreparedLink } from './link-request.ts'
import { banksDown } from './provider-trouble.ts'
import type { VerificationDeps } from './verification-deps.ts'

type InstitutionsReply = CallReply<typeof listInstitutionCall>
type Listed = InstitutionsReply['institutions'][number]

/** What a phone shows without scrolling; more words find the rest. */
const MOST_LISTED = 5
const MOST_REMEMBERED = 2
/** Longer than a directory takes when it is well; a reader who types does not wait for its tries. */
const PATIENCE_MS = 5_000

type Asked = CallRequest<typeof listInstitutionCall>['query'] & {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly now: Date
}

/**
 * Banks to link, those that the customer linked before first. Where the provider's directory cannot be asked the list is
 * of the remembered banks alone, and says so: its own page asks for the bank then.
 *
 * Errors: `loanNotFound`; `tooManyRequests`; `invalidInput` for a provider that is not offered.
 */
export async function listInstitutions(
  deps: VerificationDeps,
  { actor, portfolio, now, loanNo, providerId, words = '' }: Asked,
): Promise<Result<InstitutionsReply>> {
  const { database, limits, providers } = deps
  const loan = await findBorrowerLoan(database.db, actor, { loanNo })
  if (!loan.ok) return loan
  const { portfolioId, customerKey } = loan.value
  const wait = await limits.take(database.db, 'institutionSearches', `${portfolioId}/${loanNo}`, now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  const provider = wantedProvider(portfolio, providers, providerId)
  if (provider === undefined) return refuse('invalidInput', NOT_OFFERED)
  const key = { portfolioId, provider: provider.id }
  const linked = await listLinkedInstitutions(database.db, { ...key, customerKey }, MOST_REMEMBERED)
  const [found, down, attempts] = await Promise.all([
    askDirectory(deps, provider, words.trim(), linked),
    banksDown(database.db, key, now),
    listIbvRequests(database.db, loan.value),
  ])
  const institutions = found.institutions.slice(0, MOST_LISTED).map(
    async (one): Promise<Listed> => ({
      institutionId: one.institutionId,
      name: one.name,
      isUp: one.isUp && !down.has(one.institutionId),
      accountMasked: await accountAt(deps, linked, one),
      failedBefore: failedAt(attempts, provider, one),
    }),
  )
  return ok({
    providerId: provider.id,
    directory: found.directory,
    institutions: await Promise.all(institutions),
  })
}

interface Found {
  readonly directory: InstitutionsReply['directory']
  readonly institutions: readonly Institution[]
}

/** Without words, the banks linked before come first, as they are now. */
async function askDirectory(
  { log }: VerificationDeps,
  provider: IbvProvider,
  words: string,
  linked: readonly IbvRequest[],
): Promise<Found> {
  const ids = [...new Set(linked.flatMap(({ institutionId }) => institutionId ?? []))]
  try {
    const [others, ...remembered] = await inTime(
      Promise.all([
        provider.findInstitutions(words),
        ...(words === '' ? ids.map((id) => provider.readInstitution(id)) : []),
      ]),
      provider,
    )
    const known = remembered.filter((one) => one !== undefined)
    const more = others.filter((one) => !known.some((had) => had.institutionId === one.institutionId))
    return { directory: 'asked', institutions: [...known, ...more] }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn({ provider: provider.id, failure: describe(error) }, 'the directory of banks could not be asked')
    const names = new Map(linked.map(({ institutionId, institution }) => [institutionId, institution]))
    const institutions = ids.map((id) => ({ institutionId: id, name: names.get(id) ?? '', isUp: true }))
    return { directory: 'away', institutions: words === '' ? institutions : [] }
  }
}

/** @throws ProviderFailure where the directory takes too long. */
function inTime<T>(asked: Promise<T>, { id }: IbvProvider): Promise<T> {
  const tooLong = delay(PATIENCE_MS, undefined, { ref: false }).then(() => {
    throw new ProviderFailure({ provider: id, operation: 'findInstitutions', reason: 'timeout' })
  })
  return Promise.race([asked, tooLong])
}

/** The account that was read at a bank the last time; null where the bank was not linked, or its report is gone. */
async function accountAt(
  { database, cipher }: VerificationDeps,
  linked: readonly IbvRequest[],
  { institutionId }: Institution,
): Promise<string | null> {
  const request = linked.find((one) => one.institutionId === institutionId)
  const stored = request && (await findIbvReport<StoredReport>(database.db, cipher, request))
  const accounts = stored?.report.accounts ?? []
  const account = accounts.find(({ open }) => open) ?? accounts[0]
  return account === undefined ? null : `••••${shownTail(account)}`
}

/** Whether this application's newest link to a bank came to nothing. */
function failedAt(
  attempts: readonly IbvRequest[],
  { id }: IbvProvider,
  { institutionId }: Institution,
): boolean {
  const newest = attempts.find((one) => one.provider === id && one.institutionId === institutionId)
  return newest !== undefined && newest.status < IbvStatus.notStarted
}

const refuseBank = (message: Localized) =>
  refuse('invalidInput', { errors: [{ elementKey: 'institutionId', message }] })

/**
 * The bank that was chosen, as the directory has it now; undefined where none was, where its page is open already, or
 * where the directory cannot be asked, for then the provider's own page says what is wrong.
 *
 * Errors: `invalidInput` where the directory does not have the bank, or it is down.
 */
export async function chosenInstitution(
  { database, clock, log }: VerificationDeps,
  { portfolioId }: Pick<Portfolio, 'portfolioId'>,
  { provider, institutionId, open }: PreparedLink,
): Promise<Result<Institution | undefined>> {
  if (institutionId === undefined || open !== undefined) return ok(undefined)
  try {
    const institution = await provider.readInstitution(institutionId)
    if (institution === undefined)
      return refuseBank({
        en: 'This bank is not on the list. Choose one of those shown.',
        es: 'Este banco no está en la lista. Elija uno de los que se muestran.',
      })
    const down = await banksDown(database.db, { portfolioId, provider: provider.id }, clock.now())
    if (institution.isUp && !down.has(institutionId)) return ok(institution)
    return refuseBank({
      en: `${institution.name} is not working now. Choose another bank, or try again later.`,
      es: `${institution.name} no funciona ahora. Elija otro banco o inténtelo más tarde.`,
    })
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    log.warn({ provider: provider.id, failure: describe(error) }, 'a chosen bank could not be looked up')
    return ok(undefined)
  }
}
