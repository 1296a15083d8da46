import { resolve } from 'node:path'
import { z } from 'zod'
import { isSafeAddress } from './loopback.ts'
import { optionalText } from './optional-text.ts'
import { decimalNumber } from './setting-kinds.ts'

const LONGEST_TRY_SECONDS = 8
const DEFAULT_TRY_SECONDS = 5

/** The gateway to the covered-borrower database; meanings in .env.example. */
export const MILITARY_SETTINGS = {
  MILITARY_URL: optionalText.refine(
    (text) => text === undefined || isSafeAddress(text),
    'must be an https address (http on this machine alone)',
  ),
  MILITARY_API_KEY: optionalText,
  MILITARY_CLIENT_CERT_FILE: optionalText,
  MILITARY_CLIENT_KEY_FILE: optionalText,
  MILITARY_CA_FILE: optionalText,
  MILITARY_TIMEOUT_SECONDS: decimalNumber({ from: 1, to: LONGEST_TRY_SECONDS }).default(DEFAULT_TRY_SECONDS),
}
const Settings = z.object(MILITARY_SETTINGS)
type Settings = z.infer<typeof Settings>

/** The gateway to the covered-borrower database; files are absolute. */
export interface MilitarySettings {
  readonly url: string
  readonly apiKey: string | undefined
  /** Client certificate and its key, both or neither. */
  readonly clientFiles: { readonly certificate: string; readonly key: string } | undefined
  readonly authorityFile: string | undefined
  readonly timeoutMs: number
}

const BESIDE_THE_ADDRESS = [
  'MILITARY_API_KEY',
  'MILITARY_CLIENT_CERT_FILE',
  'MILITARY_CLIENT_KEY_FILE',
  'MILITARY_CA_FILE',
] as const

/** Reads them; `complaints` names what is missing or is set without use. */
export function militaryOf(
  settings: Settings,
  workDir: string,
): { readonly config: MilitarySettings | undefined; readonly complaints: readonly string[] } {
  const {
    MILITARY_URL: url,
    MILITARY_API_KEY: apiKey,
    MILITARY_CLIENT_CERT_FILE: certificate,
    MILITARY_CLIENT_KEY_FILE: key,
    MILITARY_CA_FILE: authority,
  } = settings
  const unused = url === undefined ? BESIDE_THE_ADDRESS.filter((name) => settings[name] !== undefined) : []
  const complaints = [
    ...((certificate === undefined) === (key === undefined)
      ? []
      : ['MILITARY_CLIENT_CERT_FILE and MILITARY_CLIENT_KEY_FILE go together.']),
    ...(url !== undefined && apiKey === undefined && key === undefined
      ? ['MILITARY_URL needs MILITARY_API_KEY or a client certificate: it is asked about people.']
      : []),
    ...unused.map((name) => `${name}: set, but MILITARY_URL is not`),
  ]
  if (url === undefined) return { config: undefined, complaints }
  const config = {
    url,
    apiKey,
    clientFiles:
      certificate === undefined || key === undefined
        ? undefined
        : { certificate: resolve(workDir, certificate), key: resolve(workDir, key) },
    authorityFile: authority === undefined ? undefined : resolve(workDir, authority),
    timeoutMs: settings.MILITARY_TIMEOUT_SECONDS * 1_000,
  }
  return { config, complaints }
}
