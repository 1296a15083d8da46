import { createHash, X509Certificate } from 'node:crypto'
import { chromium } from '@playwright/test'
import { Employee, type Invitation } from '../journeys/pages/desk.ts'

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run']

interface Desk {
  readonly host: string
  readonly port: number
  /** PEM of the certificate that the page makes to try with. */
  readonly certificate: string
}

/** Both halves of an invitation, as `administrator invite` prints them. */
export function invitationIn(said: string): Invitation {
  const [, link = ''] = /Open (\S+)/.exec(said) ?? []
  const [, code = ''] = /Code: (\S+)/.exec(said) ?? []
  return { link, code }
}

/** Who is invited opens the link in a browser, makes a passkey with a security key, and signs in at the desk. */
export async function enrollAdministrator(
  name: string,
  invitation: Invitation,
  { host, port, certificate }: Desk,
): Promise<void> {
  // Passkeys want a certificate that the browser trusts; it trusts this one's key alone.
  const publicKey = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' })
  const digest = createHash('sha256').update(publicKey).digest('base64')
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      ...FLAGS,
      `--host-resolver-rules=MAP ${host}:443 127.0.0.1:${port}`,
      `--ignore-certificate-errors-spki-list=${digest}`,
    ],
  })
  try {
    const desk = { deskAddress: (path: string) => `https://${host}${path}` }
    const administrator = await Employee.open(desk, browser, name)
    await administrator.enroll(invitation)
    await administrator.signIn()
  } finally {
    await browser.close()
  }
}
