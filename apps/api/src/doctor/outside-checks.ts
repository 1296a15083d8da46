import { readFileSync } from 'node:fs'
import { askMailServer } from '@dolphin/integrations/mail/ask-mail-server'
import { askGateway } from '@dolphin/integrations/military/ask-gateway'
import { mxTakesKeys, plaidTakesKeys } from '@dolphin/integrations/ibv/ask-vendors'
import { probeBank } from '@dolphin/integrations/ach-gateway/probe-bank'
import { proveThatNamesStay } from '@dolphin/integrations/objects/names-stay'
import type { ObjectFolder } from '@dolphin/integrations/objects/object-store'
import { openKeyFolder, openObjects } from '../open-objects.ts'
import type { Check, Examined } from './examined.ts'
import { type Finding, notAsked, reasonOf, right, wrong } from './finding.ts'

/** Files of the bank are read by their age (BANK_QUIET_SECONDS), which the two clocks make. */
const MOST_BANK_SKEW_MS = 10_000
const OTHERS_WRITE = 0o022

async function lookAtMail({ config: { smtpUrl, smtpRequiresTls } }: Examined): Promise<readonly Finding[]> {
  const part = 'mail'
  if (smtpUrl === undefined) return [notAsked(part, 'mails stand on /dev/mailbox (no SMTP_URL)')]
  try {
    const { isEncrypted } = await askMailServer({ url: smtpUrl, requiresTls: smtpRequiresTls })
    const how = isEncrypted ? 'encrypted' : 'in clear, as SMTP_ALLOW_PLAIN or the mode allows'
    return [right(part, `the server takes our sign-in, ${how}`)]
  } catch (error) {
    return [wrong(part, reasonOf(error), mailMend(error))]
  }
}

function mailMend(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EAUTH') return 'Correct user and password in SMTP_URL.'
  if (code === 'ETLS')
    return 'Switch STARTTLS on at the server, or use smtps://; SMTP_ALLOW_PLAIN=true for one on this machine.'
  return 'Correct host and port in SMTP_URL, and let the machine reach them.'
}

const MENDS = {
  hostKey: 'Compare with the bank, then set BANK_SFTP_HOST_KEY (ssh-keyscan HOST | ssh-keygen -lf -).',
  signIn: 'Correct BANK_SFTP_USER and BANK_SFTP_KEY_FILE or BANK_SFTP_PASSWORD.',
  timeOut: 'Let the machine reach BANK_SFTP_HOST and BANK_SFTP_PORT.',
  connection: 'Let the machine reach BANK_SFTP_HOST and BANK_SFTP_PORT.',
  refused: 'Ask the bank for the folders BANK_SFTP_OUTBOX, _INBOX and _ARCHIVE: list, write, rename, delete.',
} as const

async function lookAtBank({ config: { bankGateway }, now }: Examined): Promise<readonly Finding[]> {
  const part = 'bank (SFTP)'
  if (bankGateway.kind === 'folder')
    return [notAsked(part, 'files go to DATA_DIR/bank (BANK_GATEWAY=folder)')]
  try {
    const { mode, clockAheadMs, waiting } = await probeBank(bankGateway.settings, now)
    const octal = `0${mode.toString(8)}`
    const ahead = Math.round(clockAheadMs / 1_000)
    return [
      right(part, `signs in, lists, writes, renames and deletes; ${waiting} files wait`),
      (mode & OTHERS_WRITE) === 0
        ? right(part, `our files have mode ${octal}`)
        : wrong(
            part,
            `others may write our files: ${octal}`,
            'Set BANK_SFTP_FILE_MODE=0600, or ask the bank.',
          ),
      Math.abs(clockAheadMs) <= MOST_BANK_SKEW_MS
        ? right(part, `its clock is ${ahead} s ahead of ours`)
        : wrong(part, `its clock is ${ahead} s ahead of ours`, 'Ask the bank, or add to BANK_QUIET_SECONDS.'),
    ]
  } catch (error) {
    return [wrong(part, reasonOf(error), bankMend(error))]
  }
}

function bankMend(error: unknown): string {
  const reason = error instanceof Error && 'reason' in error ? String(error.reason) : 'connection'
  return reason in MENDS ? MENDS[reason as keyof typeof MENDS] : MENDS.connection
}

async function lookAtObjects({ config }: Examined): Promise<readonly Finding[]> {
  const part = 'object store'
  if (config.objectStore.kind === 'folder')
    return [notAsked(part, 'documents are in DATA_DIR/objects (OBJECT_STORE=folder)')]
  return [
    await bucketFinding(part, 'S3_BUCKET', () => openObjects(config, config.dataDir)),
    config.objectStore.keys === undefined
      ? notAsked(part, 'keys of records are in DATA_DIR/keys/records (no S3_KEYS_BUCKET)')
      : await bucketFinding(part, 'S3_KEYS_BUCKET', () => openKeyFolder(config, config.dataDir)),
  ]
}

async function bucketFinding(
  part: string,
  setting: string,
  open: () => Promise<ObjectFolder>,
): Promise<Finding> {
  try {
    await proveThatNamesStay(await open())
    return right(part, `${setting} takes what is new and refuses what would replace (conditional writes)`)
  } catch (error) {
    return wrong(part, reasonOf(error), `Correct ${setting}, S3_REGION, S3_ENDPOINT and the credentials.`)
  }
}

async function lookAtVendors({ config: { bankLinks } }: Examined): Promise<readonly Finding[]> {
  const { plaid, mx } = bankLinks
  return await Promise.all([
    vendorFinding(
      'Plaid',
      plaid?.environment,
      plaid && (() => plaidTakesKeys(plaid)),
      'PLAID_CLIENT_ID, PLAID_SECRET',
    ),
    vendorFinding('MX', mx?.environment, mx && (() => mxTakesKeys(mx)), 'MX_CLIENT_ID, MX_API_KEY'),
  ])
}

async function vendorFinding(
  part: string,
  environment: string | undefined,
  ask: (() => Promise<boolean>) | undefined,
  settings: string,
): Promise<Finding> {
  if (ask === undefined) return notAsked(part, 'not set up')
  try {
    if (await ask()) return right(part, `takes our keys in its environment ${environment}`)
    return wrong(part, `refuses our keys in its environment ${environment}`, `Correct ${settings}.`)
  } catch (error) {
    return wrong(part, `not reachable: ${reasonOf(error)}`, 'Let the machine reach it by https.')
  }
}

async function lookAtMilitary({ config: { military } }: Examined): Promise<readonly Finding[]> {
  const part = 'covered-borrower check'
  if (military === undefined) return [notAsked(part, 'the sandbox answers (no MILITARY_URL)')]
  const read = (file: string | undefined) => (file === undefined ? undefined : readFileSync(file, 'utf8'))
  try {
    const status = await askGateway(military.url, military.apiKey, {
      timeoutMs: military.timeoutMs,
      clientCertificate: read(military.clientFiles?.certificate),
      clientKey: read(military.clientFiles?.key),
      authority: read(military.authorityFile),
    })
    return status === 401 || status === 403
      ? [wrong(part, `refuses us (HTTP ${status})`, 'Correct MILITARY_API_KEY or the client certificate.')]
      : [right(part, 'the gateway answers')]
  } catch (error) {
    return [wrong(part, reasonOf(error), 'Correct MILITARY_URL and the files MILITARY_…_FILE.')]
  }
}

/** Everything that is beyond this machine, but the database. */
export const OUTSIDE_CHECKS: readonly Check[] = [
  { part: 'mail', look: lookAtMail },
  { part: 'bank (SFTP)', look: lookAtBank },
  { part: 'object store', look: lookAtObjects },
  { part: 'bank links', look: lookAtVendors },
  { part: 'covered-borrower check', look: lookAtMilitary },
]
