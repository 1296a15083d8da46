import { createHash } from 'node:crypto'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'

/** 1.3.6.1.4.1.45724.1.1.2, id-fido-gen-ce-sernum, as DER writes it. Source: WebAuthn Level 3 §8.2.2. */
const SERIAL_EXTENSION = Buffer.from('060b2b0601040182e51c010102', 'hex')
const OCTET_STRING = 0x04
const BOOLEAN = 0x01
/** Longer lengths than one byte holds are no serial number. */
const SHORT = 0x80

/** The bytes of an octet string at this place; undefined where none is there. */
function octetsAt(der: Buffer, at: number): Buffer | undefined {
  const length = der[at + 1]
  if (der[at] !== OCTET_STRING || length === undefined || length >= SHORT) return undefined
  return der.subarray(at + 2, at + 2 + length)
}

/** The serial number that a certificate of an enterprise attestation names; undefined where it names none. */
function serialIn(certificate: Buffer): Buffer | undefined {
  const found = certificate.indexOf(SERIAL_EXTENSION)
  if (found === -1) return undefined
  const after = found + SERIAL_EXTENSION.length
  // An extension may say whether it is critical: three bytes.
  const value = octetsAt(certificate, certificate[after] === BOOLEAN ? after + 3 : after)
  return value && (octetsAt(value, 0) ?? value)
}

/**
 * A digest of the serial number of a key, where its attestation gives one: only managed browsers let it. Null says nothing of
 * whose key it is.
 */
export function serialHashOf(attestationObject: Uint8Array): string | null {
  const certificates = decodeAttestationObject(new Uint8Array(attestationObject)).get('attStmt').get('x5c')
  const [own] = certificates ?? []
  const serial = own && serialIn(Buffer.from(own))
  return serial === undefined ? null : createHash('sha256').update('serial\n').update(serial).digest('hex')
}
