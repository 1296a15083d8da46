import { createHash, type KeyObject, sign, verify, X509Certificate } from 'node:crypto'
import {
  type AsnType,
  type BaseBlock,
  Constructed,
  fromBER,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as Asn1Set,
} from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

const OID = {
  data: '1.2.840.113549.1.7.1',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** pkijs's mark of signed (rather than unsigned) attributes. */
const SIGNED_ATTRIBUTES = 0

/**
 * A detached CMS signature (RFC 5652, P-256 with SHA-256) in the form PAdES asks for: the signer's
 * certificate is inside and bound by its hash (RFC 5035); the time stands in the PDF, not here.
 */
export function createCmsSignature(data: Uint8Array, key: KeyObject, certificate: Buffer): Buffer {
  const attributes = signedAttributes(sha256(data), certificate)
  return encode(attributes, certificate, sign('sha256', toBeSigned(attributes), key))
}

/**
 * Whether these bytes are exactly the signature that the certificate's key makes over the data.
 *
 * Everything but the signature value is built anew and compared byte by byte, so no bit outside of what is
 * signed can differ either. Source of the strictness: design/security.md T17.
 */
export function isCmsSignature(signature: Buffer, data: Uint8Array, certificate: Buffer): boolean {
  const value = signatureValue(signature)
  if (value === undefined) return false
  const attributes = signedAttributes(sha256(data), certificate)
  if (!encode(attributes, certificate, value).equals(signature)) return false
  return verify('sha256', toBeSigned(attributes), new X509Certificate(certificate).publicKey, value)
}

/** The size of the DER element at the start of the bytes; undefined where they are no whole element. */
export function derElementSize(bytes: Buffer): number | undefined {
  return readElement(bytes)?.size
}

/** The library answers most broken bytes with a negative offset and some, such as impossible times, by throwing. */
function readElement(bytes: Buffer): { readonly element: AsnType; readonly size: number } | undefined {
  try {
    const { offset, result } = fromBER(bytes)
    return offset > 0 ? { element: result, size: offset } : undefined
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

/** In the order of their bytes, as DER wants the members of a set. */
function signedAttributes(digest: Buffer, certificate: Buffer): readonly Attribute[] {
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: sha256(certificate) })] })
  return [
    attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
    attribute(OID.messageDigest, new OctetString({ valueHex: digest })),
    attribute(OID.signingCertificateV2, new Sequence({ value: [new Sequence({ value: [certificateId] })] })),
  ]
}

const attribute = (type: string, value: BaseBlock): Attribute => new Attribute({ type, values: [value] })

/** What the key signs: the attributes as a plain SET (RFC 5652 §5.4). */
function toBeSigned(attributes: readonly Attribute[]): Buffer {
  return Buffer.from(new Asn1Set({ value: attributes.map((each) => each.toSchema()) }).toBER())
}

function encode(attributes: readonly Attribute[], certificate: Buffer, signature: Buffer): Buffer {
  const own = Certificate.fromBER(new Uint8Array(certificate))
  const digestAlgorithm = new AlgorithmIdentifier({ algorithmId: OID.sha256 })
  const signer = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
    digestAlgorithm,
    signedAttrs: new SignedAndUnsignedAttributes({ type: SIGNED_ATTRIBUTES, attributes: [...attributes] }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: OID.ecdsaWithSha256 }),
    signature: new OctetString({ valueHex: signature }),
  })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [digestAlgorithm],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    certificates: [own],
    signerInfos: [signer],
  })
  const content = signedData.toSchema(true)
  return Buffer.from(new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content }).toSchema().toBER())
}

/** The signature value is the very last part of the last signer; undefined where the bytes end otherwise. */
function signatureValue(signature: Buffer): Buffer | undefined {
  const read = readElement(signature)
  if (read?.size !== signature.length) return undefined
  const last = lastPart(read.element)
  return last instanceof OctetString ? Buffer.from(last.valueBlock.valueHexView) : undefined
}

function lastPart(block: AsnType): AsnType {
  if (!(block instanceof Constructed || block instanceof Sequence || block instanceof Asn1Set)) return block
  const last = block.valueBlock.value.at(-1)
  return last === undefined ? block : lastPart(last)
}
