import { z } from 'zod'
import { BANK_GATEWAY_SETTINGS } from './bank-gateway-settings.ts'
import { BANK_LINK_SETTINGS } from './bank-link-settings.ts'
import { DATABASE_SETTINGS } from './database-settings.ts'
import { DELIVERY_SETTINGS } from './delivery-settings.ts'
import { DISK_SETTINGS } from './disk-settings.ts'
import { KEY_SETTINGS, masterKey } from './key-settings.ts'
import { MILITARY_SETTINGS } from './military-settings.ts'
import { MODE_SETTINGS } from './mode.ts'
import { OBJECT_STORE_SETTINGS } from './object-store-settings.ts'
import { OBSERVABILITY_SETTINGS } from './observability-settings.ts'
import { optionalText } from './optional-text.ts'
import { decimalNumber, flag, oneOf, wholeNumber } from './setting-kinds.ts'
import { SINGLE_SIGN_ON_SETTINGS } from './single-sign-on-settings.ts'
import { TEXT_MESSAGE_SETTINGS } from './text-message-settings.ts'

const HIGHEST_PORT = 65_535
const LONGEST_DRAIN_SECONDS = 20

/** Every setting of the server by name; meanings in .env.example. An empty one counts as not set. */
export const Settings = z.object({
  ...MODE_SETTINGS,
  HOST: z.string().regex(/^\S+$/, 'must be a host name or an address, without blanks').default('localhost'),
  PORT: wholeNumber({ from: 0, to: HIGHEST_PORT }).default(8080),
  ...DATABASE_SETTINGS,
  DATA_DIR: z.string().default('.dolphin'),
  PORTFOLIOS_DIR: z.string().default('data/portfolios'),
  WEB_DIR: z.string().default('apps/web/dist'),
  CONSOLE_DIR: z.string().default('apps/console/dist'),
  COMMON_PASSWORDS_FILE: z.string().default('data/common-passwords.txt'),
  GATEWAY_PREFIX: z
    .string()
    .regex(/^\/[a-z0-9-]+$/, 'must be one path segment with a leading slash, such as /fssapi')
    .default('/fssapi'),
  PUBLIC_URL: optionalText.refine(
    (text) => text === undefined || URL.canParse(text),
    'must be an absolute address such as https://loans.example.com',
  ),
  SMTP_URL: optionalText.refine(
    (text) => text === undefined || (/^smtps?:\/\//.test(text) && URL.canParse(text)),
    'must start with smtp:// or smtps:// and be a whole address',
  ),
  SMTP_ALLOW_PLAIN: flag(false),
  ...DELIVERY_SETTINGS,
  ...TEXT_MESSAGE_SETTINGS,
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
  ...MILITARY_SETTINGS,
  ALLOW_SANDBOX_MILITARY: flag(false),
  BEHAVIOR_SAMPLE: decimalNumber({ from: 0, to: 1 }).default(1),
  RATE_LIMIT_PER_MINUTE: wholeNumber({ from: 1 }).default(600),
  SIGN_IN_ATTEMPTS_PER_MINUTE: wholeNumber({ from: 1 }).default(30),
  PASSWORD_HASHES_AT_ONCE: wholeNumber({ from: 1, to: 16 }).default(2),
  ...OBSERVABILITY_SETTINGS,
  DRAIN_SECONDS: wholeNumber({ from: 0, to: LONGEST_DRAIN_SECONDS }).optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
export type Settings = z.infer<typeof Settings>

/** Their names. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape)
