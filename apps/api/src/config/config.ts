import { join, resolve } from 'node:path'
import type { TwilioSettings } from '@dolphin/integrations/sms/twilio-sender'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { BANK_GATEWAY_SETTINGS, type BankGatewayConfig, bankGatewayOf } from './bank-gateway-settings.ts'
import { OBJECT_STORE_SETTINGS, type ObjectStoreConfig, objectStoreOf } from './object-store-settings.ts'
import { DATABASE_SETTINGS, type DatabaseConfig, databaseOf } from './database-settings.ts'
import { DELIVERY_SETTINGS, type DeliveryConfig, deliveryOf, isReservedDomain } from './delivery-settings.ts'
import { DISK_SETTINGS, type DiskConfig, diskOf } from './disk-settings.ts'
import { furtherKeysOf, KEY_SETTINGS, parseKey } from './key-settings.ts'
import {
  BANK_LINK_SETTINGS,
  type BankLinkConfig,
  bankLinksOf,
  trialComplaints,
} from './bank-link-settings.ts'
import { flag } from './flag.ts'
import { isLoopback } from './loopback.ts'
import {
  SINGLE_SIGN_ON_SETTINGS,
  type SingleSignOnConfig,
  singleSignOnOf,
} from './single-sign-on-settings.ts'
import {
  type MetricsSettings,
  OBSERVABILITY_SETTINGS,
  observabilityOf,
  type TracingSettings,
} from './observability-settings.ts'

/** A key of 32 bytes as 64 hexadecimal digits or base64. */
const masterKey = optionalText.refine(
  (text) => text === undefined || parseKey(text) !== undefined,
  'must be 32 bytes, written as 64 hexadecimal digits or as base64 (openssl rand -hex 32)',
)

const Settings = z.object({
  DOLPHIN_MODE: z.enum(['development', 'test', 'production']).optional(),
  NODE_ENV: z.string().optional(),
  HOST: z.string().min(1).default('localhost'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  ...DATABASE_SETTINGS,
  DATA_DIR: z.string().min(1).default('.dolphin'),
  PORTFOLIOS_DIR: z.string().min(1).default('data/portfolios'),
  WEB_DIR: z.string().min(1).default('apps/web/dist'),
  CONSOLE_DIR: z.string().min(1).default('apps/console/dist'),
  COMMON_PASSWORDS_FILE: z.string().min(1).default('data/common-passwords.txt'),
  GATEWAY_PREFIX: z
    .string()
    .regex(/^\/[a-z0-9-]+$/, 'must be one path segment with a leading slash, such as /fssapi')
    .default('/fssapi'),
  PUBLIC_URL: optionalText.refine(
    (text) => text === undefined || URL.canParse(text),
    'must be an absolute address such as https://loans.example.com',
  ),
  SMTP_URL: optionalText.refine(
    (text) => text === undefined || /^smtps?:\/\//.test(text),
    'must start with smtp:// or smtps://',
  ),
  SMTP_ALLOW_PLAIN: flag(false),
  ...DELIVERY_SETTINGS,
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText.refine(
    (text) => text === undefined || /^(\+1\d{10}|MG[0-9a-f]{32})$/.test(text),
    'must be a number as +13025550100 or a messaging service as MG and 32 hexadecimal digits',
  ),
  TWILIO_EDGE: optionalText,
  TWILIO_BASE_URL: optionalText.refine(
    (text) => text === undefined || URL.canParse(text),
    'must be an absolute address',
  ),
  TWILIO_WEBHOOK_URL: optionalText.refine(
    (text) => text === undefined || (text.startsWith('https://') && URL.canParse(text)),
    'must be an https address, such as https://loans.example.com',
  ),
  MASTER_KEY: masterKey,
  ...KEY_SETTINGS,
  OPERATIONS_SECRET: masterKey,
  SYNCED_PASSKEYS_CONFIRM: flag(false),
  OPERATIONS_HOST: optionalText.refine(
    (text) => text === undefined || /^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(text),
    'must be a host name in lower case without port, such as desk.example.com',
  ),
  ...SINGLE_SIGN_ON_SETTINGS,
  ...BANK_LINK_SETTINGS,
  ...BANK_GATEWAY_SETTINGS,
  ...OBJECT_STORE_SETTINGS,
  ...DISK_SETTINGS,
  ALLOW_SANDBOX_BANK: flag(false),
  MILITARY_URL: optionalText.refine(
    (text) => text === undefined || isGatewayAddress(text),
    'must be an https address (http on this machine alone)',
  ),
  MILITARY_API_KEY: optionalText,
  MILITARY_CLIENT_CERT_FILE: optionalText,
  MILITARY_CLIENT_KEY_FILE: optionalText,
  MILITARY_CA_FILE: optionalText,
  MILITARY_TIMEOUT_SECONDS: z.coerce.number().min(1).max(8).default(5),
  ALLOW_SANDBOX_MILITARY: flag(false),
  TRUST_PROXY: flag(false),
  BEHAVIOR_SAMPLE: z.coerce.number().min(0).max(1).default(1),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(600),
  SIGN_IN_ATTEMPTS_PER_MINUTE: z.coerce.number().int().min(1).default(30),
  PASSWORD_HASHES_AT_ONCE: z.coerce.number().int().min(1).max(16).default(2),
  ...OBSERVABILITY_SETTINGS,
  DRAIN_SECONDS: optionalText.refine(
    (text) => text === undefined || (/^\d{1,2}$/.test(text) && Number(text) <= 20),
    'must be 0 to 20 seconds, or empty',
  ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Browsers take it for this machine, and for a place that passkeys may be bound to. */
const DEVELOPMENT_DESK = 'desk.localhost'

/** A balancer that asks every second has noticed by then. */
const PRODUCTION_DRAIN_SECONDS = 5

/** The gateway to the covered-borrower database; files are absolute. */
export interface MilitarySettings {
  readonly url: string
  readonly apiKey: string | undefined
  /** Client certificate and its key, both or neither. */
  readonly clientFiles: { readonly certificate: string; readonly key: string } | undefined
  readonly authorityFile: string | undefined
  readonly timeoutMs: number
}

export type Mode = 'development' | 'test' | 'production'

/** Every setting of the server, read once at start; nothing else reads the environment. */
export interface ApiConfig extends DatabaseConfig {
  readonly mode: Mode
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
  /** Where documents and the bytes of ACH files lie. */
  readonly objectStore: ObjectStoreConfig
  /** Which disks are watched, and from when on nothing new is taken. */
  readonly disk: DiskConfig
  readonly allowSandboxBank: boolean
  /** Undefined: the sandbox answers covered-borrower checks, in production only where that is allowed. */
  readonly military: MilitarySettings | undefined
  readonly allowSandboxMilitary: boolean
  readonly trustProxy: boolean
  /** The share of visits whose use of the pages is reported, 0 to 1. */
  readonly behaviorSample: number
  readonly rateLimitPerMinute: number
  readonly signInAttemptsPerMinute: number
  readonly passwordHashesAtOnce: number
  /** Undefined: figures are counted and not served. */
  readonly metrics: MetricsSettings | undefined
  /** Undefined: no traces. */
  readonly tracing: TracingSettings | undefined
  /** How long a server that stops goes on answering while balancers learn that it is not ready any more. */
  readonly drainMs: number
  readonly logLevel: z.infer<typeof Settings>['LOG_LEVEL']
}

/** A setting is missing or malformed; the message names each one and says what it must be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/**
 * Reads the settings (names and meanings: `.env.example`).
 *
 * @throws ConfigError naming every wrong setting at once, so that one start shows them all.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, workDir: string): ApiConfig {
  const parsed = Settings.safeParse(env)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new ConfigError(`These settings are wrong (see .env.example):\n${lines.join('\n')}`)
  }
  const settings = parsed.data
  const mode = modeOf(settings)
  const dataDir = resolve(workDir, settings.DATA_DIR)
  const operationsHost = settings.OPERATIONS_HOST ?? (mode === 'production' ? undefined : DEVELOPMENT_DESK)
  const config: ApiConfig = {
    mode,
    host: settings.HOST,
    port: settings.PORT,
    ...whole(
      databaseOf(settings, mode === 'production'),
      'The address of the database cannot be used (docs/guides/postgresql.md)',
    ),
    dataDir,
    portfoliosDir: resolve(workDir, settings.PORTFOLIOS_DIR),
    webDir: resolve(workDir, settings.WEB_DIR),
    consoleDir: resolve(workDir, settings.CONSOLE_DIR),
    commonPasswordsFile: resolve(workDir, settings.COMMON_PASSWORDS_FILE),
    gatewayPrefix: settings.GATEWAY_PREFIX,
    publicUrl: settings.PUBLIC_URL,
    smtpUrl: settings.SMTP_URL,
    smtpRequiresTls: mode === 'production' && !settings.SMTP_ALLOW_PLAIN,
    delivery: whole(deliveryOf(settings, workDir), 'Reports about mails are set up by half'),
    twilio: twilioOf(settings),
    masterKey: settings.MASTER_KEY === undefined ? undefined : parseKey(settings.MASTER_KEY),
    ...whole(furtherKeysOf(settings), 'The keys do not fit together (docs/guides/keys.md)'),
    operationsHost,
    operationsSecret:
      settings.OPERATIONS_SECRET === undefined ? undefined : parseKey(settings.OPERATIONS_SECRET),
    syncedConfirms: settings.SYNCED_PASSKEYS_CONFIRM,
    singleSignOn: whole(
      singleSignOnOf(settings, {
        workDir,
        isProduction: mode === 'production',
        hasDesk: operationsHost !== undefined,
      }),
      'Single sign-on is set up by half',
    ).config,
    bankLinks: bankLinks(settings),
    bankGateway: whole(bankGatewayOf(settings, workDir), "The bank's server is set up by half").config,
    objectStore: whole(
      objectStoreOf(settings, settings.DATABASE_URL, isGatewayAddress),
      'The store of documents is set up by half',
    ).config,
    disk: diskOf(settings, workDir, mode === 'production'),
    allowSandboxBank: settings.ALLOW_SANDBOX_BANK || mode !== 'production',
    military: militaryOf(settings, workDir),
    allowSandboxMilitary: settings.ALLOW_SANDBOX_MILITARY || mode !== 'production',
    trustProxy: settings.TRUST_PROXY,
    behaviorSample: settings.BEHAVIOR_SAMPLE,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    signInAttemptsPerMinute: settings.SIGN_IN_ATTEMPTS_PER_MINUTE,
    passwordHashesAtOnce: settings.PASSWORD_HASHES_AT_ONCE,
    ...whole(observabilityOf(settings), 'The figures would be open to everybody'),
    drainMs: 1_000 * Number(settings.DRAIN_SECONDS ?? (mode === 'production' ? PRODUCTION_DRAIN_SECONDS : 0)),
    logLevel: settings.LOG_LEVEL,
  }
  refuseUnsafeProduction(config)
  return config
}

/** What a group of settings comes to; where it is set up by half, the start is refused with its complaints. */
function whole<Read extends { readonly complaints: readonly string[] }>(
  { complaints, ...read }: Read,
  refusal: string,
): Omit<Read, 'complaints'> {
  if (complaints.length > 0) throw new ConfigError(`${refusal}:\n  ${complaints.join('\n  ')}`)
  return read
}

function bankLinks(settings: z.infer<typeof Settings>): BankLinkConfig {
  const providers = whole(bankLinksOf(settings), 'A bank link provider is set up by half')
  const trial =
    modeOf(settings) === 'production' ? trialComplaints(settings, providers, settings.ALLOW_SANDBOX_BANK) : []
  if (trial.length > 0)
    throw new ConfigError(
      `Production needs the environment of each bank link provider:\n  ${trial.join('\n  ')}`,
    )
  return providers
}

const modeOf = ({ DOLPHIN_MODE, NODE_ENV }: z.infer<typeof Settings>): Mode =>
  DOLPHIN_MODE ?? (NODE_ENV === 'production' ? 'production' : 'development')

/** Whether the settings are meant for production, also where another of them is wrong. */
export const isMeantForProduction = ({
  DOLPHIN_MODE,
  NODE_ENV,
}: Readonly<Record<string, string | undefined>>): boolean => (DOLPHIN_MODE ?? NODE_ENV) === 'production'

function twilioOf(settings: z.infer<typeof Settings>): TwilioSettings | undefined {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_EDGE: edge,
    TWILIO_BASE_URL: baseUrl,
    TWILIO_WEBHOOK_URL: webhookUrl,
  } = settings
  if (accountSid === undefined && authToken === undefined && from === undefined) return undefined
  if (accountSid === undefined || authToken === undefined || from === undefined) {
    throw new ConfigError(
      'Text messages need TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM together.',
    )
  }
  return { accountSid, authToken, from, edge, baseUrl, webhookUrl: webhookUrl?.replace(/\/+$/, '') }
}

function militaryOf(settings: z.infer<typeof Settings>, workDir: string): MilitarySettings | undefined {
  const {
    MILITARY_URL: url,
    MILITARY_API_KEY: apiKey,
    MILITARY_CLIENT_CERT_FILE: certificate,
    MILITARY_CLIENT_KEY_FILE: key,
    MILITARY_CA_FILE: authority,
  } = settings
  if ((certificate === undefined) !== (key === undefined)) {
    throw new ConfigError('MILITARY_CLIENT_CERT_FILE and MILITARY_CLIENT_KEY_FILE go together.')
  }
  if (url === undefined) return undefined
  if (apiKey === undefined && key === undefined) {
    throw new ConfigError(
      'MILITARY_URL needs MILITARY_API_KEY or a client certificate: it is asked about people.',
    )
  }
  return {
    url,
    apiKey,
    clientFiles:
      certificate === undefined || key === undefined
        ? undefined
        : { certificate: resolve(workDir, certificate), key: resolve(workDir, key) },
    authorityFile: authority === undefined ? undefined : resolve(workDir, authority),
    timeoutMs: settings.MILITARY_TIMEOUT_SECONDS * 1_000,
  }
}

/** Social Security numbers travel encrypted, or not beyond this machine. */
function isGatewayAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}

/** Paths below the data folder; `operations`, the terminal's own, is named in apps/ops-cli/src/settings.ts. */
export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'database'),
  objects: join(dataDir, 'objects'),
  keys: join(dataDir, 'keys'),
  clockOffset: join(dataDir, 'clock-offset.json'),
  /** ACH files for the bank lie in `outbox` below it. */
  bank: join(dataDir, 'bank'),
})

function refuseUnsafeProduction(config: ApiConfig): void {
  if (config.mode !== 'production') return
  const missing = [
    config.masterKey === undefined ? 'MASTER_KEY (openssl rand -hex 32)' : undefined,
    config.military === undefined && !config.allowSandboxMilitary
      ? 'MILITARY_URL (no loan without a covered-borrower check; ALLOW_SANDBOX_MILITARY=true for a show)'
      : undefined,
    config.smtpUrl === undefined ? 'SMTP_URL (mail must reach people)' : undefined,
    isReservedDomain(config.delivery.mailFrom)
      ? 'MAIL_FROM (an address of yours: example.com belongs to no one, so no report or answer comes back)'
      : undefined,
    config.databaseUrl === undefined
      ? 'DATABASE_URL (the embedded database is not for real money)'
      : undefined,
  ].filter((line) => line !== undefined)
  if (missing.length > 0) throw new ConfigError(`Production needs these settings:\n  ${missing.join('\n  ')}`)
}
