import type { TwilioSettings } from '@dolphin/integrations/sms/twilio-sender'
import { z } from 'zod'
import { optionalText } from './optional-text.ts'

/** Text messages by Twilio; meanings in .env.example. */
export const TEXT_MESSAGE_SETTINGS = {
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText.refine(
    (text) => text === undefined || /^(\+1\d{10}|MG[0-9a-f]{32})$/.test(text),
    'must be a number as +13025550100 or a messaging service as MG and 32 hexadecimal digits',
  ),
  TWILIO_EDGE: optionalText.refine(
    (text) => text === undefined || /^[a-z0-9-]+$/.test(text),
    'must be the name of a data center, such as ashburn',
  ),
  TWILIO_BASE_URL: optionalText.refine(
    (text) => text === undefined || URL.canParse(text),
    'must be an absolute address',
  ),
  TWILIO_WEBHOOK_URL: optionalText.refine(
    (text) => text === undefined || (text.startsWith('https://') && URL.canParse(text)),
    'must be an https address, such as https://loans.example.com',
  ),
}
const Settings = z.object(TEXT_MESSAGE_SETTINGS)
type Settings = z.infer<typeof Settings>

/** Any of them asks for text messages. */
const NAMES = Object.keys(TEXT_MESSAGE_SETTINGS) as (keyof Settings)[]
const NEEDED = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'] as const

/** Reads them; `complaints` says what is missing beside what is set. */
export function textMessagesOf(settings: Settings): {
  readonly config: TwilioSettings | undefined
  readonly complaints: readonly string[]
} {
  const {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_EDGE: edge,
    TWILIO_BASE_URL: baseUrl,
    TWILIO_WEBHOOK_URL: webhookUrl,
  } = settings
  if (NAMES.every((name) => settings[name] === undefined)) return { config: undefined, complaints: [] }
  const complaints = NEEDED.filter((name) => settings[name] === undefined).map(
    (name) => `${name}: needed for text messages`,
  )
  if (accountSid === undefined || authToken === undefined || from === undefined)
    return { config: undefined, complaints }
  const config = { accountSid, authToken, from, edge, baseUrl, webhookUrl: webhookUrl?.replace(/\/+$/, '') }
  return { config, complaints }
}
