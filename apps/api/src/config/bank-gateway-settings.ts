import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { SftpSettings } from '@dolphin/integrations/ach-gateway/sftp-session'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { decimalNumber, oneOf, wholeNumber } from './setting-kinds.ts'

const remoteFolder = (fallback: string) =>
  z
    .string()
    .trim()
    .regex(/^[^\s]+$/, 'must be a folder on the server, without blanks')
    .transform((path) => (path.length > 1 ? path.replace(/\/+$/, '') : path))
    .default(fallback)

const FINGERPRINT = /^SHA256:[A-Za-z0-9+/]{43}$/
/** A server has a key of each kind, and two of one kind while it changes. */
const fingerprintsOf = (setting: string): readonly string[] => setting.split(',').map((one) => one.trim())

/** How ACH files reach the bank: a folder that something else empties, or the bank's SFTP server. */
export const BANK_GATEWAY_SETTINGS = {
  BANK_GATEWAY: oneOf(['folder', 'sftp']).default('folder'),
  BANK_SFTP_HOST: optionalText,
  BANK_SFTP_PORT: wholeNumber({ from: 1, to: 65_535 }).default(22),
  BANK_SFTP_USER: optionalText,
  BANK_SFTP_PASSWORD: optionalText,
  BANK_SFTP_KEY_FILE: optionalText,
  BANK_SFTP_KEY_PASSPHRASE: optionalText,
  BANK_SFTP_HOST_KEY: optionalText.refine(
    (value) => value === undefined || fingerprintsOf(value).every((one) => FINGERPRINT.test(one)),
    'must be SHA256: and 43 characters, as ssh-keygen -lf prints a fingerprint; several are parted by commas',
  ),
  BANK_SFTP_OUTBOX: remoteFolder('outbox'),
  BANK_SFTP_INBOX: remoteFolder('inbox'),
  BANK_SFTP_ARCHIVE: remoteFolder('archive'),
  BANK_SFTP_FILE_MODE: z
    .string()
    .trim()
    .regex(/^0?[67][0-7][0145]$/, 'must be octal, such as 0600 or 0640, and let no one else write')
    .transform((text) => Number.parseInt(text, 8))
    .default(0o600),
  BANK_QUIET_SECONDS: wholeNumber({ from: 0, to: 3_600 }).optional(),
  BANK_SFTP_TIMEOUT_SECONDS: decimalNumber({ from: 1, to: 300 }).default(30),
}
const Settings = z.object(BANK_GATEWAY_SETTINGS)
type Settings = z.infer<typeof Settings>

/** They have no default, so a folder's settings are without them. */
const OF_SFTP_ALONE = [
  'BANK_SFTP_HOST',
  'BANK_SFTP_USER',
  'BANK_SFTP_PASSWORD',
  'BANK_SFTP_KEY_FILE',
  'BANK_SFTP_KEY_PASSPHRASE',
  'BANK_SFTP_HOST_KEY',
] as const satisfies readonly (keyof Settings)[]

export type BankGatewayConfig =
  | { readonly kind: 'folder' }
  | { readonly kind: 'sftp'; readonly settings: SftpSettings }

/**
 * Reads them; `complaints` names what is missing or contradicts, and the key's file is read now, so that a wrong path
 * shows at the start and not at the first cut-off.
 */
export function bankGatewayOf(
  settings: Settings,
  workDir: string,
): { readonly config: BankGatewayConfig; readonly complaints: readonly string[] } {
  const { BANK_GATEWAY, BANK_SFTP_HOST: host, BANK_SFTP_USER: user, BANK_SFTP_HOST_KEY } = settings
  if (BANK_GATEWAY === 'folder') {
    const complaints = OF_SFTP_ALONE.filter((name) => settings[name] !== undefined).map(
      (name) => `${name}: set, but BANK_GATEWAY is folder; set BANK_GATEWAY=sftp`,
    )
    return { config: { kind: 'folder' }, complaints }
  }
  const { BANK_SFTP_PASSWORD: password, BANK_SFTP_KEY_FILE: keyFile } = settings
  const key = readKey(keyFile, workDir)
  const complaints = [
    ...(['BANK_SFTP_HOST', 'BANK_SFTP_USER', 'BANK_SFTP_HOST_KEY'] as const)
      .filter((name) => settings[name] === undefined)
      .map((name) => `${name}: needed with BANK_GATEWAY=sftp`),
    ...(password === undefined && keyFile === undefined
      ? ['BANK_SFTP_KEY_FILE or BANK_SFTP_PASSWORD: one is needed to sign in']
      : []),
    ...(settings.BANK_SFTP_KEY_PASSPHRASE !== undefined && keyFile === undefined
      ? ['BANK_SFTP_KEY_PASSPHRASE: set, but BANK_SFTP_KEY_FILE is not']
      : []),
    ...(key.isMissing ? ['BANK_SFTP_KEY_FILE: cannot be read'] : []),
  ]
  return {
    complaints,
    config: {
      kind: 'sftp',
      settings: {
        host: host ?? '',
        port: settings.BANK_SFTP_PORT,
        user: user ?? '',
        password,
        privateKey: key.text,
        passphrase: settings.BANK_SFTP_KEY_PASSPHRASE,
        hostKeyFingerprints: fingerprintsOf(BANK_SFTP_HOST_KEY ?? ''),
        outbox: settings.BANK_SFTP_OUTBOX,
        inbox: settings.BANK_SFTP_INBOX,
        archive: settings.BANK_SFTP_ARCHIVE,
        fileMode: settings.BANK_SFTP_FILE_MODE,
        timeoutMs: settings.BANK_SFTP_TIMEOUT_SECONDS * 1_000,
      },
    },
  }
}

function readKey(
  file: string | undefined,
  workDir: string,
): { readonly text: string | undefined; readonly isMissing: boolean } {
  if (file === undefined) return { text: undefined, isMissing: false }
  try {
    return { text: readFileSync(resolve(workDir, file), 'utf8'), isMissing: false }
  } catch {
    return { text: undefined, isMissing: true }
  }
}
