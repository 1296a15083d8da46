import { join, resolve } from 'node:path'
import type { TwilioSettings } from '@dolphin/integrations/sms/twilio-sender'
import { type BankGatewayConfig, bankGatewayOf } from './bank-gateway-settings.ts'
import { type BankLinkConfig, bankLinksOf, trialComplaints } from './bank-link-settings.ts'
import { type DatabaseConfig, databaseOf } from './database-settings.ts'
import { type DeliveryConfig, deliveryOf, isReservedDomain } from './delivery-settings.ts'
import { type DiskConfig, diskOf } from './disk-settings.ts'
import { furtherKeysOf, parseKey, weakKeys } from './key-settings.ts'
import { isSafeAddress } from './loopback.ts'
import { type MilitarySettings, militaryOf } from './military-settings.ts'
import { type Mode, modeOf, reachComplaints, type TrustedProxies } from './mode.ts'
import { type ObjectStoreConfig, objectStoreOf } from './object-store-settings.ts'
import { type MetricsSettings, observabilityOf, type TracingSettings } from './observability-settings.ts'
import { type Environment, withSecretFiles } from './secret-files.ts'
import { Settings } from './settings.ts'
import { type SingleSignOnConfig, singleSignOnOf } from './single-sign-on-settings.ts'
import { textMessagesOf } from './text-message-settings.ts'

/** Browsers take it for this machine, and for a place that passkeys may be bound to. */
const DEVELOPMENT_DESK = 'desk.localhost'

/** A balancer that asks every second has noticed by then. */
const PRODUCTION_DRAIN_SECONDS = 5

/** Banks write a file in one go; a pause within it is shorter than this. */
const PRODUCTION_QUIET_SECONDS = 30

/** Every setting of the server, read once at start; nothing else reads the environment. */
export interface ApiConfig extends DatabaseConfig {
  readonly mode: Mode
  /** Whether a server that is not in production may be reached from other machines. */
  readonly developmentOpen: boolean
  readonly host: string
  readonly port: number
  /** Absolute folder of the embedded database, objects, mailbox and development keys. */
  readonly dataDir: string
  readonly portfoliosDir: string
  readonly webDir: string
  /** The built pages of the lender's desk. */
  readonly consoleDir: string
  readonly commonPasswordsFile: string
  readonly gatewayPrefix: string
  /** Base of links in mails where the portfolio's own domain is not being served. */
  readonly publicUrl: string | undefined
  readonly smtpUrl: string | undefined
  /** Without encryption neither a password nor a mail leaves. */
  readonly smtpRequiresTls: boolean
  readonly delivery: DeliveryConfig
  /** Undefined: text messages stand in the development mailbox; in production phones get none. */
  readonly twilio: TwilioSettings | undefined
  readonly masterKey: Uint8Array | undefined
  /** Master keys beside the newest: they open and verify, and seal nothing. */
  readonly otherMasterKeys: readonly Uint8Array[]
  /** What outlives a change of the master key; undefined while it never changed. */
  readonly lastingKeys: Uint8Array | undefined
  /** The host of the lender's desk; undefined in production without the setting: then there is none. */
  readonly operationsHost: string | undefined
  /** Invites the first two administrators; without it production has none. */
  readonly operationsSecret: Uint8Array | undefined
  /** Whether a passkey that may be copied to other devices confirms acts that move money or someone's access. */
  readonly syncedConfirms: boolean
  /** The company's provider by which staff may sign in; undefined: they sign in by passkey or password alone. */
  readonly singleSignOn: SingleSignOnConfig | undefined
  readonly bankLinks: BankLinkConfig
  /** How ACH files reach the bank and come from it. */
  readonly bankGateway: BankGatewayConfig
  /** How long a file of the bank must not have changed before it is read. */
  readonly bankQuietMs: number
  /** Where documents and the bytes of ACH files lie. */
  readonly objectStore: ObjectStoreConfig
  /** Which disks are watched, and from when on nothing new is taken. */
  readonly disk: DiskConfig
  readonly allowSandboxBank: boolean
  /** Undefined: the sandbox answers covered-borrower checks, in production only where that is allowed. */
  readonly military: MilitarySettings | undefined
  readonly allowSandboxMilitary: boolean
  /** Undefined: not said; production says it. */
  readonly trustProxy: TrustedProxies | undefined
  /** The share of visits whose use of the pages is reported, 0 to 1. */
  readonly behaviorSample: number
  readonly rateLimitPerMinute: number
  readonly signInAttemptsPerMinute: number
  readonly passwordHashesAtOnce: number
  /** Undefined: figures are counted and not served. */
  readonly metrics: MetricsSettings | undefined
  /** Opens the checks of `/readyz` to other machines, whether metrics are served or not. */
  readonly metricsToken: string | undefined
  /** Undefined: no traces. */
  readonly tracing: TracingSettings | undefined
  /** How long a server that stops goes on answering while balancers learn that it is not ready any more. */
  readonly drainMs: number
  readonly logLevel: Settings['LOG_LEVEL']
}

/** A setting is missing or malformed; the message names each one and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Where a reader finds every setting, and the way to a first deployment. */
const PAGES = 'Each setting is described in .env.example; docs/deploy.md says what production needs.'

type Complaint = readonly [heading: string, lines: readonly string[]]

/** Gathers what is wrong of all groups of settings, so that one start shows it whole. */
class Complaints {
  readonly #found: Complaint[] = []

  add(heading: string, lines: readonly string[]): void {
    if (lines.length > 0) this.#found.push([heading, lines])
  }

  /** What a group of settings comes to; where it is set up by half, its complaints are kept. */
  whole<Read extends { readonly complaints: readonly string[] }>(
    heading: string,
    { complaints, ...read }: Read,
  ): Omit<Read, 'complaints'> {
    this.add(heading, complaints)
    return read
  }

  /** @throws ConfigError where there are any */
  refuse(): void {
    if (this.#found.length === 0) return
    const texts = this.#found.map(([heading, lines]) => `${heading}:\n  ${lines.join('\n  ')}`)
    throw new ConfigError([...texts, PAGES].join('\n'))
  }
}

/** An empty setting is one that is not set: .env.example names each with an empty value. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''))

/**
 * Reads the settings (names and meanings: `.env.example`); a secret may be in a file (`secret-files.ts`).
 *
 * @throws ConfigError naming every wrong setting at once, so that one start shows them all.
 */
export function readConfig(env: Environment, workDir: string): ApiConfig {
  const complaints = new Complaints()
  const given = withSecretFiles(withoutEmpty(env), workDir)
  complaints.add('These secrets are not in their files', given.complaints)
  const parsed = Settings.safeParse(given.env)
  if (parsed.success) {
    const config = configOf(parsed.data, workDir, complaints)
    complaints.add('Production needs these settings', missingInProduction(config))
    complaints.refuse()
    return config
  }
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  complaints.add('These settings are wrong', lines)
  complaints.refuse()
  throw parsed.error
}

function configOf(settings: Settings, workDir: string, complaints: Complaints): ApiConfig {
  const mode = modeOf(settings)
  const isProduction = mode === 'production'
  const operationsHost = settings.OPERATIONS_HOST ?? (isProduction ? undefined : DEVELOPMENT_DESK)
  const whole = complaints.whole.bind(complaints)
  complaints.add('A server in development is for this machine alone', reachComplaints(settings))
  if (isProduction)
    complaints.add('Production needs strong keys, each of its own (openssl rand -hex 32)', weakKeys(settings))
  return {
    mode,
    developmentOpen: settings.DEVELOPMENT_OPEN,
    host: settings.HOST,
    port: settings.PORT,
    ...whole(
      'The address of the database cannot be used (docs/guides/postgresql.md)',
      databaseOf(settings, isProduction),
    ),
    dataDir: resolve(workDir, settings.DATA_DIR),
    portfoliosDir: resolve(workDir, settings.PORTFOLIOS_DIR),
    webDir: resolve(workDir, settings.WEB_DIR),
    consoleDir: resolve(workDir, settings.CONSOLE_DIR),
    commonPasswordsFile: resolve(workDir, settings.COMMON_PASSWORDS_FILE),
    gatewayPrefix: settings.GATEWAY_PREFIX,
    publicUrl: settings.PUBLIC_URL,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: isProduction && !settings.SMTP_ALLOW_PLAIN,
    delivery: whole('Reports about mails are set up by half', deliveryOf(settings, workDir)),
    twilio: whole('Text messages are set up by half', textMessagesOf(settings)).config,
    masterKey: settings.MASTER_KEY === undefined ? undefined : parseKey(settings.MASTER_KEY),
    ...whole('The keys do not fit together (docs/guides/keys.md)', furtherKeysOf(settings)),
    operationsHost,
    operationsSecret:
      settings.OPERATIONS_SECRET === undefined ? undefined : parseKey(settings.OPERATIONS_SECRET),
    syncedConfirms: settings.SYNCED_PASSKEYS_CONFIRM,
    singleSignOn: whole(
      'Single sign-on is set up by half',
      singleSignOnOf(settings, { workDir, isProduction, hasDesk: operationsHost !== undefined }),
    ).config,
    bankLinks: bankLinks(settings, complaints),
    bankGateway: whole("The bank's server is set up by half", bankGatewayOf(settings, workDir)).config,
    bankQuietMs: 1_000 * (settings.BANK_QUIET_SECONDS ?? (isProduction ? PRODUCTION_QUIET_SECONDS : 0)),
    objectStore: whole(
      'The store of documents is set up by half',
      objectStoreOf(settings, settings.DATABASE_URL),
    ).config,
    disk: diskOf(settings, workDir, isProduction),
    allowSandboxBank: settings.ALLOW_SANDBOX_BANK || !isProduction,
    military: whole('The covered-borrower check is set up by half', militaryOf(settings, workDir)).config,
    allowSandboxMilitary: settings.ALLOW_SANDBOX_MILITARY || !isProduction,
    trustProxy: settings.TRUST_PROXY,
    behaviorSample: settings.BEHAVIOR_SAMPLE,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    signInAttemptsPerMinute: settings.SIGN_IN_ATTEMPTS_PER_MINUTE,
    passwordHashesAtOnce: settings.PASSWORD_HASHES_AT_ONCE,
    ...whole('Figures or traces would be open to others', observabilityOf(settings, isProduction)),
    drainMs: 1_000 * (settings.DRAIN_SECONDS ?? (isProduction ? PRODUCTION_DRAIN_SECONDS : 0)),
    logLevel: settings.LOG_LEVEL,
  }
}

function bankLinks(settings: Settings, complaints: Complaints): BankLinkConfig {
  const providers = complaints.whole('A bank link provider is set up by half', bankLinksOf(settings))
  if (modeOf(settings) === 'production')
    complaints.add(
      'Production needs the environment of each bank link provider',
      trialComplaints(settings, providers, settings.ALLOW_SANDBOX_BANK),
    )
  return providers
}

/** Paths below the data folder; `operations`, the terminal's own, is named in apps/ops-cli/src/settings.ts. */
export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'database'),
  objects: join(dataDir, 'objects'),
  keys: join(dataDir, 'keys'),
  /** Keys of objects and records, each removed with what it seals. */
  recordKeys: join(dataDir, 'keys', 'records'),
  clockOffset: join(dataDir, 'clock-offset.json'),
  /** ACH files for the bank lie in `outbox` below it. */
  bank: join(dataDir, 'bank'),
})

function missingInProduction(config: ApiConfig): readonly string[] {
  if (config.mode !== 'production') return []
  return [
    config.masterKey === undefined ? 'MASTER_KEY (openssl rand -hex 32)' : undefined,
    config.military === undefined && !config.allowSandboxMilitary
      ? 'MILITARY_URL (no loan without a covered-borrower check; ALLOW_SANDBOX_MILITARY=true for a show)'
      : undefined,
    config.smtpUrl === undefined ? 'SMTP_URL (mail must reach people)' : undefined,
    isReservedDomain(config.delivery.mailFrom)
      ? 'MAIL_FROM (an address of yours: example.com belongs to no one, so no report or answer comes back)'
      : undefined,
    config.trustProxy === undefined
      ? 'TRUST_PROXY (true behind one balancer, false where borrowers connect to this server itself: limits count addresses)'
      : undefined,
    config.publicUrl !== undefined && !isSafeAddress(config.publicUrl)
      ? 'PUBLIC_URL (https: links in mails open accounts)'
      : undefined,
    config.databaseUrl === undefined
      ? 'DATABASE_URL (the embedded database is not for real money)'
      : undefined,
  ].filter((line) => line !== undefined)
}
