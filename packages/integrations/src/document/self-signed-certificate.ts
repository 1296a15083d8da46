import { createHash, type KeyObject, sign } from 'node:crypto'
import { der, objectIdentifier, TAG } from './der.ts'

const OID = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  subjectKeyIdentifier: '2.5.29.14',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** Longest name that X.520 allows. */
const LONGEST_NAME = 64

/**
 * A version 3 certificate (RFC 5280) of an EC key for itself, to sign documents and nothing else, as DER.
 * `serialNumber` is 16 random bytes.
 */
export function selfSignedCertificate(subject: {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly commonName: string
  readonly organization: string
  readonly serialNumber: Uint8Array
  readonly notBefore: Date
  readonly notAfter: Date
}): Buffer {
  const algorithm = der(TAG.sequence, objectIdentifier(OID.ecdsaWithSha256))
  const name = der(
    TAG.sequence,
    relativeName(OID.organization, subject.organization),
    relativeName(OID.commonName, subject.commonName),
  )
  const publicKey = subject.publicKey.export({ type: 'spki', format: 'der' })
  const body = der(
    TAG.sequence,
    der(TAG.context0, der(TAG.integer, Buffer.from([2]))),
    serialInteger(subject.serialNumber),
    algorithm,
    name,
    der(TAG.sequence, time(subject.notBefore), time(subject.notAfter)),
    name,
    publicKey,
    der(TAG.context3, der(TAG.sequence, ...extensions(publicKey))),
  )
  return der(TAG.sequence, body, algorithm, bitString(sign('sha256', body, subject.privateKey), 0))
}

/** A leading 0x40 keeps the number positive and in its shortest form whatever the random bytes are. */
function serialInteger(random: Uint8Array): Buffer {
  const [first = 0, ...rest] = random
  return der(TAG.integer, Buffer.from([(first & 0x3f) | 0x40, ...rest]))
}

function relativeName(type: string, value: string): Buffer {
  const text = der(TAG.utf8String, Buffer.from(Array.from(value).slice(0, LONGEST_NAME).join('')))
  return der(TAG.set, der(TAG.sequence, objectIdentifier(type), text))
}

/** Two-digit years until 2049, four digits after (RFC 5280 §4.1.2.5). */
function time(instant: Date): Buffer {
  const digits = `${instant.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`
  if (instant.getUTCFullYear() < 2050) return der(TAG.utcTime, Buffer.from(digits.slice(2)))
  return der(TAG.generalizedTime, Buffer.from(digits))
}

function extensions(publicKey: Buffer): readonly Buffer[] {
  const keyId = createHash('sha256').update(publicKey).digest().subarray(0, 20)
  const digitalSignatureAndNonRepudiation = bitString(Buffer.from([0xc0]), 6)
  return [
    extension(OID.basicConstraints, der(TAG.sequence), true),
    extension(OID.keyUsage, digitalSignatureAndNonRepudiation, true),
    extension(OID.subjectKeyIdentifier, der(TAG.octetString, keyId), false),
  ]
}

function extension(type: string, value: Buffer, critical: boolean): Buffer {
  const flag = critical ? [der(TAG.boolean, Buffer.from([0xff]))] : []
  return der(TAG.sequence, objectIdentifier(type), ...flag, der(TAG.octetString, value))
}

const bitString = (bytes: Buffer, unusedBits: number): Buffer =>
  der(TAG.bitString, Buffer.from([unusedBits]), bytes)
