import { createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClientCredential, OpenIdSettings } from '@dolphin/integrations/single-sign-on/open-id-settings'
import { z } from 'zod'
import { isLoopback } from './loopback.ts'
import { optionalText } from './optional-text.ts'
import { wholeNumber } from './setting-kinds.ts'

/** Stands in an attribute of the page. */
const NAME = /^[\p{L}\p{N} .'-]{1,40}$/u
const LONGEST_AGE_MINUTES = 12 * 60
const DEFAULT_AGE_MINUTES = 15
const P256 = 'prime256v1'

/** The company's provider of single sign-on (OpenID Connect); meanings in .env.example. */
export const SINGLE_SIGN_ON_SETTINGS = {
  OIDC_ISSUER: optionalText.refine(
    (text) => text === undefined || isIssuer(text),
    'must be an https address without query (http on this machine alone), such as https://login.example.com',
  ),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_CLIENT_KEY_FILE: optionalText,
  OIDC_NAME: optionalText.refine(
    (text) => text === undefined || NAME.test(text),
    'must be at most 40 letters, digits, blanks, dots, hyphens and apostrophes',
  ),
  OIDC_ACR: optionalText,
  OIDC_AMR: optionalText,
  OIDC_MAX_AGE_MINUTES: wholeNumber({ from: 0, to: LONGEST_AGE_MINUTES }).default(DEFAULT_AGE_MINUTES),
}
const Settings = z.object(SINGLE_SIGN_ON_SETTINGS)
type Settings = z.infer<typeof Settings>

/** Any of them asks for single sign-on. */
const TEXTS = [
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_KEY_FILE',
  'OIDC_NAME',
  'OIDC_ACR',
  'OIDC_AMR',
] as const satisfies readonly (keyof Settings)[]

/** The provider, and what staff call it. */
export interface SingleSignOnConfig extends OpenIdSettings {
  /** On the button: "Sign in with …". */
  readonly name: string
}

/** Where the rest of the settings stands. */
export interface SingleSignOnPlace {
  readonly workDir: string
  readonly isProduction: boolean
  readonly hasDesk: boolean
}

/**
 * Reads them; undefined where nothing is set. `complaints` names what is missing, contradicts or is unsafe. The key's file
 * is read now, so that a wrong path shows at the start and not at the first sign-in.
 */
export function singleSignOnOf(
  settings: Settings,
  { workDir, isProduction, hasDesk }: SingleSignOnPlace,
): { readonly config: SingleSignOnConfig | undefined; readonly complaints: readonly string[] } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId } = settings
  if (TEXTS.every((name) => settings[name] === undefined)) return { config: undefined, complaints: [] }
  const asks = TEXTS.find((name) => settings[name] !== undefined)
  const credential = credentialOf(settings, workDir)
  const complaints = [
    ...(['OIDC_ISSUER', 'OIDC_CLIENT_ID'] as const)
      .filter((name) => settings[name] === undefined)
      .map((name) => `${name}: needed for single sign-on, which ${asks} asks for`),
    ...(typeof credential === 'string' ? [credential] : []),
    ...(isProduction && issuer?.startsWith('http:') === true
      ? ['OIDC_ISSUER: must be an https address in production']
      : []),
    ...(hasDesk ? [] : ['OPERATIONS_HOST: needed, for staff sign in at the desk']),
  ]
  if (
    complaints.length > 0 ||
    issuer === undefined ||
    clientId === undefined ||
    typeof credential === 'string'
  )
    return { config: undefined, complaints }
  const { OIDC_ACR: acr, OIDC_AMR: amr, OIDC_NAME: name = 'your company account' } = settings
  const minutes = settings.OIDC_MAX_AGE_MINUTES
  const maxAgeSeconds = minutes === 0 ? undefined : minutes * 60
  return { config: { issuer, clientId, credential, name, acr, amr, maxAgeSeconds }, complaints }
}

/** The credential, or the complaint about it. */
function credentialOf(
  { OIDC_CLIENT_SECRET: secret, OIDC_CLIENT_KEY_FILE: file }: Settings,
  workDir: string,
): ClientCredential | string {
  if (secret !== undefined && file === undefined) return { kind: 'secret', secret }
  if (secret !== undefined || file === undefined)
    return 'OIDC_CLIENT_SECRET or OIDC_CLIENT_KEY_FILE: one of them is needed'
  try {
    const pem = readFileSync(resolve(workDir, file), 'utf8')
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = createPrivateKey(pem)
    if (type === 'rsa' || details?.namedCurve === P256) return { kind: 'key', pem }
  } catch {
    return 'OIDC_CLIENT_KEY_FILE: cannot be read as a private key (PEM)'
  }
  return 'OIDC_CLIENT_KEY_FILE: must be an RSA or a P-256 key'
}

/** Source: OpenID Connect Discovery 1.0 §3. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const isPlace = search === '' && hash === '' && username === ''
  return isPlace && (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)))
}
