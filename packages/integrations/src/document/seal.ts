import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { plainAddPlaceholder } from '@signpdf/placeholder-plain'
import { SignPdf } from '@signpdf/signpdf'
import { Signer, SUBFILTER_ETSI_CADES_DETACHED } from '@signpdf/utils'
import { createCmsSignature } from './cms-signature.ts'
import type { SealIdentity } from './seal-identity.ts'
import { tagSignatureField } from './tag-signature-field.ts'

/** Room for a P-256 signature with one certificate; a longer certificate needs more. */
const SIGNATURE_BYTES = 4_096

export type SealRequest = {
  readonly identity: SealIdentity
  readonly at: Date
  /** Shown by PDF readers beside the signature, such as "Signed by the borrower on 03/05/2026". */
  readonly reason: string
  /** The lender's legal name. */
  readonly name: string
  readonly contact: string
  readonly location: string
}

/**
 * Seals a PDF: one digital signature (PAdES, ETSI.CAdES.detached) over every byte of the file but its own.
 *
 * Needs a file with a classic cross-reference table, as our renderer writes it. What was there stays byte for
 * byte; the signature is appended as an update.
 */
export async function sealPdf(pdf: Uint8Array, request: SealRequest): Promise<Uint8Array> {
  const { identity, at, reason, name, contact, location } = request
  const prepared = plainAddPlaceholder({
    pdfBuffer: Buffer.from(pdf),
    reason,
    name,
    contactInfo: contact,
    location,
    signingTime: at,
    signatureLength: SIGNATURE_BYTES,
    subFilter: SUBFILTER_ETSI_CADES_DETACHED,
    appName: 'Dolphin',
  })
  const certificate = new X509Certificate(identity.certificatePem).raw
  const signer = new SealSigner(createPrivateKey(identity.privateKeyPem), certificate)
  return new Uint8Array(await new SignPdf().sign(tagSignatureField(pointAtTable(prepared), reason), signer))
}

/**
 * The placeholder library counts the line break before its cross-reference table as the table's start; strict
 * readers want the exact place.
 */
function pointAtTable(pdf: Buffer): Buffer {
  const tail = pdf.lastIndexOf('startxref\n')
  const table = pdf.lastIndexOf('\nxref\n') + 1
  return Buffer.concat([pdf.subarray(0, tail), Buffer.from(`startxref\n${table}\n%%EOF`)])
}

class SealSigner extends Signer {
  constructor(
    private readonly key: KeyObject,
    private readonly certificate: Buffer,
  ) {
    super()
  }

  override sign(bytes: Buffer): Promise<Buffer> {
    return Promise.resolve(createCmsSignature(bytes, this.key, this.certificate))
  }
}
