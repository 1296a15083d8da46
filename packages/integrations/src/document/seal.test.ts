import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agreementDocument } from '@dolphin/domain/documents/agreement'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { beforeAll, expect, test } from 'vitest'
import { runTool } from './outside-tool.ts'
import { readPdfText } from './pdf-text.ts'
import { renderPdf } from './render-pdf.ts'
import { sealPdf } from './seal.ts'
import { createSealIdentity, loadSealIdentity, type SealIdentity } from './seal-identity.ts'
import { verifyDocument } from './verify.ts'

/** Not a whole second: a certificate made now has none to spare, and OpenSSL refuses a fraction in one. */
const MADE_AT = new Date('2026-03-05T19:05:09.123Z')
const AT = new Date('2026-03-05T19:05:09Z')
let identity: SealIdentity
let plain: Uint8Array
let sealed: Uint8Array

const seal = (pdf: Uint8Array, by: SealIdentity) =>
  sealPdf(pdf, {
    identity: by,
    at: AT,
    reason: 'Signed by the borrower (sample)',
    name: 'Sample Lender LLC',
    contact: 'help@example.com',
    location: 'Dover, DE',
  })

beforeAll(async () => {
  identity = createSealIdentity('Sample Lender LLC', MADE_AT)
  plain = await renderPdf(agreementDocument(sampleAgreement()), AT)
  sealed = await seal(plain, identity)
})

test('a letter of one page is sealed like an agreement of many', async () => {
  const model = agreementDocument(sampleAgreement())
  const letter = await seal(await renderPdf({ ...model, blocks: model.blocks.slice(0, 2) }, AT), identity)
  expect(pdfsigAccepts(letter)).toBe(true)
  expect(runTool('pdfinfo', ['{a.pdf}'], { 'a.pdf': letter }).output).toMatch(/^Pages:\s+1$/m)
  expect(runTool('pdfinfo', ['-struct', '{a.pdf}'], { 'a.pdf': letter }).output).toMatch(/^\s+Form\b/m)
})

const flipped = (position: number, bit = 0): Uint8Array => {
  const copy = sealed.slice()
  copy[position] = (copy[position] ?? 0) ^ (1 << bit)
  return copy
}
const appended = (): Uint8Array => Uint8Array.from([...sealed, 0x0a])

/** poppler's verdict. Appended bytes leave the signature "valid", so the total must be asked for as well. */
function pdfsigAccepts(pdf: Uint8Array): boolean {
  const { output } = runTool('pdfsig', ['-nocert', '{a.pdf}'], { 'a.pdf': pdf })
  return output.includes('Signature is Valid') && output.includes('Total document signed')
}

/** OpenSSL's verdict over the bytes that the /ByteRange names, which must reach the end of the file. */
function opensslAccepts(pdf: Uint8Array): boolean {
  const file = Buffer.from(pdf)
  const range = /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(file.toString('latin1'))
  const [start = 0, end = 0, rest = 0] = (range ?? []).slice(1).map(Number)
  if (range === null || end + rest !== file.length) return false
  const signature = Buffer.from(file.subarray(start + 1, end - 1).toString('latin1'), 'hex')
  const data = Buffer.concat([file.subarray(0, start), file.subarray(end)])
  const files = { 'data.bin': data, 'signature.der': signature, 'trusted.pem': identity.certificatePem }
  const args =
    '-verify -binary -inform DER -cades -in {signature.der} -content {data.bin} -CAfile {trusted.pem}'
  return runTool('openssl', ['cms', ...args.split(' '), '-purpose', 'any', '-out', '/dev/null'], files).ok
}

test('T17: two verifiers of others accept the sealed agreement as valid and total, and so does ours', () => {
  expect(pdfsigAccepts(sealed)).toBe(true)
  expect(opensslAccepts(sealed)).toBe(true)
  expect(verifyDocument(sealed, [identity.certificatePem])).toEqual({
    ours: true,
    whole: true,
    valid: true,
    signedAt: AT,
  })
})

test('the signature names signer, reason and time, and the document stays tagged and readable', () => {
  const { output } = runTool('pdfsig', ['-nocert', '{a.pdf}'], { 'a.pdf': sealed })
  expect(output).toContain('Sample Lender LLC document seal')
  expect(output).toContain('ETSI.CAdES.detached')
  expect(output).toContain('SHA-256')
  const text = Buffer.from(sealed).toString('latin1')
  expect(text).toContain('Signed by the borrower')
  expect(text).toContain('/M (D:20260305190509Z)')
  expect(runTool('pdfinfo', ['{a.pdf}'], { 'a.pdf': sealed }).output).toMatch(/Tagged:\s+yes/)
  expect(readPdfText(sealed)).toEqual(readPdfText(plain))
})

test('the signature field has its place in the structure and a name of its own (PDF/UA-1, 7.18.1 and 7.18.4)', () => {
  const text = Buffer.from(sealed).toString('latin1')
  const current = (number: string | undefined) => {
    const start = text.lastIndexOf(`\n${number} 0 obj\n`)
    return text.slice(start, text.indexOf('endobj', start))
  }
  const field = text.slice(text.lastIndexOf('/Subtype /Widget'))
  const key = /\/StructParent (\d+)/.exec(field)?.[1]
  const name = /\/TU <feff([0-9a-f]+)>/.exec(field)?.[1] ?? ''
  expect(Buffer.from(name, 'hex').swap16().toString('utf16le')).toBe('Signed by the borrower (sample)')
  const tree = current(/\/StructTreeRoot (\d+) 0 R/.exec(text)?.[1])
  const form = new RegExp(`\\s${key} (\\d+) 0 R\\s`).exec(tree)?.[1]
  expect(tree).toContain(`/ParentTreeNextKey ${Number(key) + 1}`)
  expect(current(form)).toContain('/S /Form')
  const root = /\/P (\d+) 0 R/.exec(current(form))?.[1]
  expect(current(root)).toMatch(new RegExp(`/S /Document[^]*/K \\[${form} 0 R`))
  const fieldNo = /\/Obj (\d+) 0 R/.exec(current(form))?.[1]
  expect(current(fieldNo)).toContain('/FT /Sig')
  expect(runTool('pdfinfo', ['-struct', '{a.pdf}'], { 'a.pdf': sealed }).output).toMatch(/^\s+Form\b/m)
  expect(runTool('pdfinfo', ['{a.pdf}'], { 'a.pdf': sealed }).output).not.toMatch(/error/i)
})

test('T17: a flipped bit is refused by pdfsig, by OpenSSL and by us', () => {
  for (const position of [1_000, Math.floor(plain.length / 2), sealed.length - 400]) {
    expect(pdfsigAccepts(flipped(position))).toBe(false)
    expect(opensslAccepts(flipped(position))).toBe(false)
    expect(verifyDocument(flipped(position), [identity.certificatePem]).valid).toBe(false)
  }
})

test('T17: an appended byte is refused by pdfsig as not total, by OpenSSL and by us as not whole', () => {
  expect(pdfsigAccepts(appended())).toBe(false)
  expect(opensslAccepts(appended())).toBe(false)
  expect(verifyDocument(appended(), [identity.certificatePem])).toMatchObject({ whole: false, valid: false })
})

test('T17: whichever bit is flipped, also within the signature and its padding, we refuse', () => {
  const at = Buffer.from(sealed).indexOf('/Contents <') + '/Contents '.length
  const positions = [
    ...Array.from({ length: 1_600 }, (_, index) => at + index),
    ...Array.from({ length: 200 }, (_, index) => at + 8_000 + index),
    ...Array.from({ length: 300 }, (_, index) => Math.floor((sealed.length * index) / 300)),
  ]
  const accepted = positions.filter(
    (position) => verifyDocument(flipped(position, position % 8), [identity.certificatePem]).valid,
  )
  expect(accepted).toEqual([])
})

test('T17: a cut, doubled or foreign document is refused', async () => {
  const otherCustomer = createSealIdentity('Sample Lender LLC', AT)
  const theirs = await seal(plain, otherCustomer)
  expect(pdfsigAccepts(theirs)).toBe(true)
  expect(verifyDocument(theirs, [identity.certificatePem])).toMatchObject({
    ours: false,
    whole: true,
    valid: false,
  })
  expect(verifyDocument(theirs, [otherCustomer.certificatePem, identity.certificatePem]).valid).toBe(true)
  expect(verifyDocument(sealed.subarray(0, -1), [identity.certificatePem]).valid).toBe(false)
  expect(verifyDocument(await seal(sealed, otherCustomer), [identity.certificatePem]).valid).toBe(false)
  for (const other of [plain, new Uint8Array(), new TextEncoder().encode('/ByteRange [0 1 2 3]')]) {
    expect(verifyDocument(other, [identity.certificatePem])).toMatchObject({ ours: false, valid: false })
  }
})

test('the seal is made once, kept for its owner only, and two first starts agree on it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-seal-'))
  try {
    const starts = await Promise.all([1, 2, 3].map(() => loadSealIdentity(folder, 'Sample Lender LLC', AT)))
    expect(new Set(starts.map(({ privateKeyPem }) => privateKeyPem)).size).toBe(1)
    expect(await loadSealIdentity(folder, 'Sample Lender LLC', AT)).toEqual(starts[0])
    expect((await stat(join(folder, 'document-seal.pem'))).mode & 0o777).toBe(0o600)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
