import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { writeOnce } from '../objects/atomic-write.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

/** The key a lender seals with and the certificate that tells whose it is. Never leaves the server. */
export type SealIdentity = { readonly privateKeyPem: string; readonly certificatePem: string }

const FILE = 'document-seal.pem'
const VALID_YEARS = 30

/**
 * The seal kept in the folder; made there at the first start, readable by its owner only.
 *
 * The certificate is self-signed: it proves that a document is unchanged since this installation sealed it,
 * and a reader's program will call the issuer unknown. For real lending, put a key and a certificate of a
 * recognized authority into the same file. Two processes starting at once end up with the same seal.
 */
export async function loadSealIdentity(folder: string, lenderName: string, at: Date): Promise<SealIdentity> {
  const present = await readSealIdentity(folder)
  if (present !== undefined) return present
  const path = join(folder, FILE)
  const made = createSealIdentity(lenderName, at)
  await writeOnce(path, Buffer.from(`${made.privateKeyPem}${made.certificatePem}`))
  return parseIdentity(await readFile(path, 'utf8'))
}

/** The seal kept in the folder, or undefined before the first start. */
export async function readSealIdentity(folder: string): Promise<SealIdentity | undefined> {
  const present = await readIfThere(join(folder, FILE))
  return present === undefined ? undefined : parseIdentity(present)
}

/** Whether the certificate's own key signed it, so that no reader's program knows its issuer. */
export function isSelfSigned({ certificatePem }: SealIdentity): boolean {
  const certificate = new X509Certificate(certificatePem)
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

/** The last instant at which the certificate counts. */
export const sealEndsAt = ({ certificatePem }: SealIdentity): Date =>
  new Date(new X509Certificate(certificatePem).validTo)

/** A new P-256 key with a certificate that starts a day before the instant (clocks differ). */
export function createSealIdentity(lenderName: string, at: Date): SealIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const notBefore = new Date(at.getTime() - DAY_MS)
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + VALID_YEARS)
  const certificate = selfSignedCertificate({
    privateKey,
    publicKey,
    commonName: `${lenderName} document seal`,
    organization: lenderName,
    serialNumber: randomBytes(16),
    notBefore,
    notAfter,
  })
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificatePem: new X509Certificate(certificate).toString(),
  }
}

/** Throws where the file holds no key, no certificate, or two that do not belong together. */
function parseIdentity(pem: string): SealIdentity {
  const privateKeyPem = /-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----\n?/.exec(pem)?.[0]
  const certificatePem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----\n?/.exec(pem)?.[0]
  if (privateKeyPem === undefined || certificatePem === undefined) throw new Error(`${FILE} is not whole`)
  const certificate = new X509Certificate(certificatePem)
  if (!certificate.checkPrivateKey(createPrivateKey(privateKeyPem)))
    throw new Error(`${FILE} holds two strangers`)
  return { privateKeyPem, certificatePem }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
