import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import { der, objectIdentifier, readElement, readElements, setOf, TAG } from './der.ts'

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/**
 * A detached CMS signature (RFC 5652, P-256 with SHA-256) in the form PAdES asks for: the signer's
 * certificate is inside and bound by its hash (RFC 5035); the time stands in the PDF, not here.
 */
export function createCmsSignature(data: Uint8Array, key: KeyObject, certificate: Buffer): Buffer {
  const attributes = signedAttributes(sha256(data), certificate)
  return encode(attributes, certificate, sign('sha256', setOf(TAG.set, attributes), key))
}

/**
 * Whether these bytes are exactly the signature that the certificate's key makes over the data.
 *
 * Everything but the signature value is built anew and compared byte by byte, so no bit outside of what is
 * signed can differ either. Source of the strictness: security.md T17.
 */
export function isCmsSignature(signature: Buffer, data: Uint8Array, certificate: Buffer): boolean {
  const value = signatureValue(signature)
  if (value === undefined) return false
  const attributes = signedAttributes(sha256(data), certificate)
  if (!encode(attributes, certificate, value).equals(signature)) return false
  return verify('sha256', setOf(TAG.set, attributes), new X509Certificate(certificate).publicKey, value)
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

function signedAttributes(digest: Buffer, certificate: Buffer): readonly Buffer[] {
  const certificateId = der(TAG.sequence, der(TAG.octetString, sha256(certificate)))
  return [
    attribute(OID.contentType, objectIdentifier(OID.data)),
    attribute(OID.messageDigest, der(TAG.octetString, digest)),
    attribute(OID.signingCertificateV2, der(TAG.sequence, der(TAG.sequence, certificateId))),
  ]
}

const attribute = (type: string, value: Buffer): Buffer =>
  der(TAG.sequence, objectIdentifier(type), der(TAG.set, value))

function encode(attributes: readonly Buffer[], certificate: Buffer, signature: Buffer): Buffer {
  const version = der(TAG.integer, Buffer.from([1]))
  const digestAlgorithm = der(TAG.sequence, objectIdentifier(OID.sha256))
  const signer = der(
    TAG.sequence,
    version,
    issuerAndSerial(certificate),
    digestAlgorithm,
    setOf(TAG.context0, attributes),
    der(TAG.sequence, objectIdentifier(OID.ecdsaWithSha256)),
    der(TAG.octetString, signature),
  )
  const signedData = der(
    TAG.sequence,
    version,
    der(TAG.set, digestAlgorithm),
    der(TAG.sequence, objectIdentifier(OID.data)),
    der(TAG.context0, certificate),
    der(TAG.set, signer),
  )
  return der(TAG.sequence, objectIdentifier(OID.signedData), der(TAG.context0, signedData))
}

/** Taken from the certificate as it stands: version, serial number, algorithm, issuer, … (RFC 5280 §4.1). */
function issuerAndSerial(certificate: Buffer): Buffer {
  const body = readElement(readElement(certificate)?.content ?? certificate)
  const [, serial, , issuer] = readElements(body?.content ?? certificate) ?? []
  if (serial === undefined || issuer === undefined) throw new TypeError('not a version 3 certificate')
  return der(TAG.sequence, der(issuer.tag, issuer.content), der(serial.tag, serial.content))
}

/** The last octet string of the last signer. */
function signatureValue(signature: Buffer): Buffer | undefined {
  const explicit = lastOf(readElement(signature)?.content)
  const signedData = lastOf(explicit?.content)
  const signers = lastOf(signedData?.content)
  const signer = lastOf(signers?.content)
  const value = lastOf(signer?.content)
  return value?.tag === TAG.octetString ? value.content : undefined
}

const lastOf = (content: Buffer | undefined) =>
  content === undefined ? undefined : readElements(content)?.at(-1)
