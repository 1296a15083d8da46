import { MINUTE_MS } from '@dolphin/domain/time/durations'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import type { Clock } from '@dolphin/domain/time/clock'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkProgress } from '@dolphin/domain/verification/link-failure'
import type { IbvProvider, Institution, LinkSession, LinkSessionRequest, ReportAnswer } from '../provider.ts'
import { reportAt, sandboxReport } from './bank-data.ts'
import {
  SANDBOX_BANK,
  SANDBOX_INSTITUTIONS,
  sandboxInstitution,
  type SandboxInstitution,
} from './institutions.ts'
import { type SandboxSession, type SandboxSessionStore, sandboxProgress } from './sandbox-session.ts'
import { SANDBOX_CODE, SANDBOX_PASSWORD, type SandboxUser, sandboxUser } from './test-users.ts'

const SESSION_MS = 30 * MINUTE_MS
const SESSION_ID_BYTES = 16

export type SandboxDependencies = {
  readonly store: SandboxSessionStore
  readonly clock: Clock
  readonly random: RandomSource
  readonly calendar: BankCalendar
  /** Address of the hosted bank page; the session id is added as its last part. */
  readonly pageUrl: string
}

/** What a person enters on the sandbox bank's page. */
export type SandboxCredentials = {
  readonly username: string
  readonly password: string
  /** Empty on the first try; needed where the refusal says `codeNeeded`. */
  readonly code: string
  readonly ownerName: string
  /** Numbers of the accounts to share; all of them where none is named. */
  readonly sharedAccounts?: readonly string[]
}

/** The test user behind what was typed; for the bank's page, which asks more before it signs in. */
export function checkSandboxCredentials({
  username,
  password,
  code,
}: Pick<SandboxCredentials, 'username' | 'password' | 'code'>): Outcome<
  SandboxUser,
  'wrongCredentials' | 'codeNeeded' | 'wrongCode'
> {
  const user = sandboxUser(username)
  if (!user || password !== SANDBOX_PASSWORD) return refused('wrongCredentials')
  if (user.asksCode && code === '') return refused('codeNeeded')
  if (user.asksCode && code !== SANDBOX_CODE) return refused('wrongCode')
  return ok(user)
}

export type SandboxRefusal =
  | 'unknownSession'
  | 'expired'
  | 'wrongCredentials'
  | 'codeNeeded'
  | 'wrongCode'
  | 'alreadySignedIn'

/**
 * The sandbox bank: the embedded default for IBV, with a page of our own instead of a bank's. It keeps no
 * state but its sessions, so any node can answer. Not for production unless explicitly allowed.
 */
export class SandboxIbvProvider implements IbvProvider {
  readonly id = 'sandbox'
  readonly displayName = 'Sandbox Bank Link'
  readonly isAvailable = true
  readonly #dependencies: SandboxDependencies

  constructor(dependencies: SandboxDependencies) {
    this.#dependencies = dependencies
  }

  findInstitutions(words: string): Promise<readonly Institution[]> {
    const wanted = words.toLowerCase()
    return Promise.resolve(
      SANDBOX_INSTITUTIONS.filter(({ name }) => name.toLowerCase().includes(wanted)).map(institutionOf),
    )
  }

  readInstitution(institutionId: string): Promise<Institution | undefined> {
    const found = sandboxInstitution(institutionId)
    return Promise.resolve(found && institutionOf(found))
  }

  async createLinkSession(request: LinkSessionRequest): Promise<LinkSession> {
    const { requestCode, portfolioId, returnUrl, institutionId = null } = request
    const { store, clock, random } = this.#dependencies
    const known = await store.findByRequestCode(requestCode)
    if (known) return this.#link(known)
    const session: SandboxSession = {
      requestCode,
      portfolioId,
      returnUrl,
      institutionId,
      providerSessionId: Buffer.from(random.bytes(SESSION_ID_BYTES)).toString('hex'),
      expiresAt: new Date(clock.now().getTime() + SESSION_MS),
      openedAt: null,
      signedInAt: null,
      username: null,
      ownerName: '',
      sharedAccounts: null,
    }
    await store.save(session)
    return this.#link(session)
  }

  async pollStatus(providerSessionId: string): Promise<LinkProgress> {
    const session = await this.#dependencies.store.find(providerSessionId)
    return session ? sandboxProgress(session, this.#dependencies.clock.now()) : IbvStatus.otherError
  }

  async fetchReport(providerSessionId: string, asOf: LocalDate): Promise<ReportAnswer> {
    const { store, clock, calendar } = this.#dependencies
    const session = await store.find(providerSessionId)
    const user = session?.username ? sandboxUser(session.username) : undefined
    if (!session) return refused('unknownSession')
    if (!user || sandboxProgress(session, clock.now()) !== IbvStatus.successful) return refused('notReady')
    const institution = sandboxInstitution(session.institutionId) ?? SANDBOX_BANK
    const report = reportAt(institution, sandboxReport(user, session.ownerName, asOf, calendar))
    const { sharedAccounts } = session
    if (sharedAccounts === null) return ok(report)
    const shared = report.accounts.filter(({ accountNumber }) => sharedAccounts.includes(accountNumber))
    return ok({ ...report, accounts: shared })
  }

  /** Nothing to end: the bank hands out no lasting access. */
  closeSession(): Promise<void> {
    return Promise.resolve()
  }

  /** The bank page was opened: the status becomes started. Opening again changes nothing. */
  async openPage(providerSessionId: string): Promise<Outcome<SandboxSession, 'unknownSession' | 'expired'>> {
    const { store, clock } = this.#dependencies
    const session = await store.find(providerSessionId)
    if (!session) return refused('unknownSession')
    if (clock.now() >= session.expiresAt) return refused('expired')
    if (session.openedAt) return ok(session)
    const opened = { ...session, openedAt: clock.now() }
    await store.save(opened)
    return ok(opened)
  }

  /** Signs a test user in on the bank page; answers where the browser goes next. */
  async signIn(
    providerSessionId: string,
    credentials: SandboxCredentials,
  ): Promise<Outcome<{ readonly returnUrl: string }, SandboxRefusal>> {
    const opened = await this.openPage(providerSessionId)
    if (!opened.ok) return opened
    if (opened.value.signedInAt) return refused('alreadySignedIn')
    const checked = checkSandboxCredentials(credentials)
    if (!checked.ok) return checked
    const user = checked.value
    await this.#dependencies.store.save({
      ...opened.value,
      signedInAt: this.#dependencies.clock.now(),
      username: user.username,
      ownerName: credentials.ownerName.trim(),
      sharedAccounts: credentials.sharedAccounts ?? null,
    })
    return ok({ returnUrl: opened.value.returnUrl })
  }

  #link({ providerSessionId, expiresAt }: SandboxSession): LinkSession {
    return { providerSessionId, linkUrl: `${this.#dependencies.pageUrl}/${providerSessionId}`, expiresAt }
  }
}

const institutionOf = ({ institutionId, name, isUp }: SandboxInstitution): Institution => ({
  institutionId,
  name,
  isUp,
})
