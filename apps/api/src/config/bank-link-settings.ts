import type { MxSettings } from '@dolphin/integrations/ibv/mx/mx-client'
import type { PlaidSettings } from '@dolphin/integrations/ibv/plaid/plaid-client'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'
import { oneOf } from './setting-kinds.ts'

const address = optionalText.refine(
  (value) => value === undefined || URL.canParse(value),
  'must be an absolute address such as https://sandbox.plaid.com',
)

/** Settings of the outside bank link providers; a provider is set up by all of its own or by none. */
export const BANK_LINK_SETTINGS = {
  PLAID_CLIENT_ID: optionalText,
  PLAID_SECRET: optionalText,
  PLAID_ENVIRONMENT: oneOf(['sandbox', 'production']).optional(),
  PLAID_BASE_URL: address,
  MX_CLIENT_ID: optionalText,
  MX_API_KEY: optionalText,
  MX_ENVIRONMENT: oneOf(['integration', 'production']).optional(),
  MX_BASE_URL: address,
  MX_WEBHOOK_USERNAME: optionalText,
  MX_WEBHOOK_PASSWORD: optionalText,
}
const Settings = z.object(BANK_LINK_SETTINGS)
type Settings = z.infer<typeof Settings>

/** Providers that are set up, by id. */
export interface BankLinkConfig {
  readonly plaid: PlaidSettings | undefined
  readonly mx: MxSettings | undefined
}

/** What each provider cannot do without; named when it is missing. */
export const NEEDED_SETTINGS = {
  plaid: ['PLAID_CLIENT_ID', 'PLAID_SECRET'],
  mx: ['MX_CLIENT_ID', 'MX_API_KEY', 'MX_WEBHOOK_USERNAME', 'MX_WEBHOOK_PASSWORD'],
} as const satisfies Record<keyof BankLinkConfig, readonly (keyof Settings)[]>

/** Reads them. `complaints` names the settings of a provider that is set up by half. */
export function bankLinksOf(settings: Settings): BankLinkConfig & { readonly complaints: readonly string[] } {
  const { PLAID_CLIENT_ID, PLAID_SECRET, MX_CLIENT_ID, MX_API_KEY } = settings
  const { MX_WEBHOOK_USERNAME: webhookUsername, MX_WEBHOOK_PASSWORD: webhookPassword } = settings
  const plaid: PlaidSettings | undefined =
    PLAID_CLIENT_ID === undefined || PLAID_SECRET === undefined
      ? undefined
      : {
          clientId: PLAID_CLIENT_ID,
          secret: PLAID_SECRET,
          environment: settings.PLAID_ENVIRONMENT ?? 'sandbox',
          baseUrl: settings.PLAID_BASE_URL,
        }
  const hasMx = MX_CLIENT_ID !== undefined && MX_API_KEY !== undefined
  const mx: MxSettings | undefined =
    !hasMx || webhookUsername === undefined || webhookPassword === undefined
      ? undefined
      : {
          clientId: MX_CLIENT_ID,
          apiKey: MX_API_KEY,
          environment: settings.MX_ENVIRONMENT ?? 'integration',
          baseUrl: settings.MX_BASE_URL,
          webhookUsername,
          webhookPassword,
        }
  return {
    plaid,
    mx,
    complaints: [
      ...Object.values(NEEDED_SETTINGS).flatMap((names) => halfSet(settings, names)),
      ...BESIDE_OTHERS.filter(
        ([name, beside]) => settings[name] !== undefined && settings[beside] === undefined,
      ).map(([name, beside]) => `${name}: set, but ${beside} is not`),
    ],
  }
}

/** Settings that mean something only beside another one. */
const BESIDE_OTHERS = [
  ['PLAID_ENVIRONMENT', 'PLAID_CLIENT_ID'],
  ['PLAID_BASE_URL', 'PLAID_CLIENT_ID'],
  ['MX_ENVIRONMENT', 'MX_CLIENT_ID'],
  ['MX_BASE_URL', 'MX_CLIENT_ID'],
] as const satisfies readonly (readonly [keyof Settings, keyof Settings])[]

function halfSet(settings: Settings, names: readonly (keyof Settings)[]): readonly string[] {
  const missing = names.filter((name) => settings[name] === undefined)
  return missing.length === 0 || missing.length === names.length
    ? []
    : [`${missing.join(', ')}: needed beside ${names.find((name) => settings[name] !== undefined)}`]
}

/**
 * What production refuses of the providers that are set up: an environment that is not named, and a trial one, unless
 * trial banks are allowed by name.
 */
export function trialComplaints(
  settings: Settings,
  { plaid, mx }: BankLinkConfig,
  allowSandboxBank: boolean,
): readonly string[] {
  const environments = [
    { name: 'PLAID_ENVIRONMENT', isUsed: plaid !== undefined, value: settings.PLAID_ENVIRONMENT },
    { name: 'MX_ENVIRONMENT', isUsed: mx !== undefined, value: settings.MX_ENVIRONMENT },
  ] as const
  return environments.flatMap(({ name, isUsed, value }) => {
    if (!isUsed || value === 'production') return []
    if (value === undefined) return [`${name}: production names it`]
    return allowSandboxBank ? [] : [`${name}: ${value} has no real banks; ALLOW_SANDBOX_BANK=true for a show`]
  })
}
