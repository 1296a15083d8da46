import { isIP } from 'node:net'
import type { Environment } from './secret-files.ts'
import { isLoopback } from './loopback.ts'
import { optionalText } from './optional-text.ts'
import { flag, oneOf } from './setting-kinds.ts'

export type Mode = 'development' | 'test' | 'production'

const MOST_PROXIES = 9

/** Settings of who reaches the server, and how much it shows them; meanings in .env.example. */
export const MODE_SETTINGS = {
  DOLPHIN_MODE: oneOf(['development', 'test', 'production']).optional(),
  DEVELOPMENT_OPEN: flag(false),
  TRUST_PROXY: optionalText.transform((text, context) => {
    const trusted = text === undefined ? undefined : trustedProxies(text)
    if (text === undefined || trusted !== undefined) return trusted
    context.addIssue(
      'must be true, false, the number of proxies in front, or their addresses, parted by commas',
    )
    return undefined
  }),
}

/** Whose word is taken for where a request comes from: no one's, that of the nearest so many, or of these addresses. */
export type TrustedProxies = false | number | readonly string[]

function trustedProxies(text: string): TrustedProxies | undefined {
  if (text === 'true') return 1
  if (text === 'false') return false
  if (/^\d+$/.test(text)) return Number(text) >= 1 && Number(text) <= MOST_PROXIES ? Number(text) : undefined
  const addresses = text.split(',').map((address) => address.trim())
  return addresses.every(isNetwork) ? addresses : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    rest.length === 0 &&
    longest > 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= longest))
  )
}

/** Production unless a setting says otherwise; `npm start` says it for the newcomer. */
export const modeOf = ({ DOLPHIN_MODE }: { readonly DOLPHIN_MODE?: Mode | undefined }): Mode =>
  DOLPHIN_MODE ?? 'production'

/** Whether the settings are meant for production, also where another of them is wrong. */
export const isMeantForProduction = ({ DOLPHIN_MODE }: Environment): boolean =>
  (DOLPHIN_MODE ?? 'production') === 'production'

interface Reach {
  readonly DOLPHIN_MODE?: Mode | undefined
  readonly HOST: string
  readonly DEVELOPMENT_OPEN: boolean
}

/** A development server shows every mail with its links and codes to everyone who reaches it: this machine alone, unless said. */
export function reachComplaints({ DOLPHIN_MODE, HOST, DEVELOPMENT_OPEN }: Reach): readonly string[] {
  const mode = modeOf({ DOLPHIN_MODE })
  if (mode === 'production' || DEVELOPMENT_OPEN || isLoopback(HOST)) return []
  return [
    `HOST=${HOST} lets other machines in, and in ${mode} mode the mailbox shows them every link and code: ` +
      'HOST=localhost, or DOLPHIN_MODE=production, or DEVELOPMENT_OPEN=true on a network that is yours alone',
  ]
}
