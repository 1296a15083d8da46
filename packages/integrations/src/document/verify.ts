import { X509Certificate } from 'node:crypto'
import { derElementSize, isCmsSignature } from './cms-signature.ts'

export type DocumentVerdict = {
  /** One of the trusted certificates is in the signature. */
  readonly ours: boolean
  /** There is exactly one signature and it covers every byte of the file but itself. */
  readonly whole: boolean
  /** `ours`, `whole`, and not one bit has changed since sealing. */
  readonly valid: boolean
  /** When it was sealed, by the sealing server's clock; only of a valid document. */
  readonly signedAt: Date | undefined
}

const NOT_OURS: DocumentVerdict = { ours: false, whole: false, valid: false, signedAt: undefined }

/**
 * Is this PDF one that we sealed, and is it still whole? Any bytes are taken; what is no sealed PDF of ours
 * answers false. Appended bytes, which many readers accept, make it not whole (design/security.md T17).
 */
export function verifyDocument(pdf: Uint8Array, trustedCertificates: readonly string[]): DocumentVerdict {
  const file = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength)
  const place = findSignature(file)
  if (place === undefined) return NOT_OURS
  const certificates = trustedCertificates.map((pem) => new X509Certificate(pem).raw)
  const certificate = certificates.find((raw) => place.signature.includes(raw))
  const ours = certificate !== undefined
  const data = Buffer.concat([file.subarray(0, place.start), file.subarray(place.end)])
  const valid = ours && place.whole && isCmsSignature(place.signature, data, certificate)
  return { ours, whole: place.whole, valid, signedAt: valid ? place.signedAt : undefined }
}

type SignaturePlace = {
  /** Offsets of the "<" before the signature and of the byte after the ">". */
  readonly start: number
  readonly end: number
  readonly whole: boolean
  readonly signature: Buffer
  readonly signedAt: Date | undefined
}

function findSignature(file: Buffer): SignaturePlace | undefined {
  const text = file.toString('latin1')
  const ranges = [...text.matchAll(/\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\]/g)]
  const [range] = ranges
  if (range === undefined) return undefined
  const [start, end, rest] = range.slice(1).map(Number)
  if (start === undefined || end === undefined || rest === undefined || start >= end) return undefined
  const hex = text.slice(start + 1, end - 1)
  const signature = signatureOf(hex)
  if (text[start] !== '<' || text[end - 1] !== '>' || signature === undefined) return undefined
  const onlyOne = text.split('/ByteRange').length === 2
  const whole = onlyOne && start > range.index && end + rest === file.length
  return { start, end, whole, signature, signedAt: signingTime(text.slice(end)) }
}

/** The DER element at the start; only zeros may pad it, and only the spelling that our sealing writes. */
function signatureOf(hex: string): Buffer | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]+$/.test(hex)) return undefined
  const bytes = Buffer.from(hex, 'hex')
  const size = derElementSize(bytes)
  if (size === undefined || bytes.subarray(size).some((byte) => byte !== 0)) return undefined
  return bytes.subarray(0, size)
}

/** The /M entry of the signature, which stands after its bytes and is covered by it. */
function signingTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second] =
    /\/M \(D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z\)/.exec(text.slice(0, text.indexOf('endobj'))) ?? []
  if (second === undefined) return undefined
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
