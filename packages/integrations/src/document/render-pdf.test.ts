import { agreementDocument } from '@dolphin/domain/documents/agreement'
import {
  agreementFigures,
  differingFigures,
  readAgreementFigures,
} from '@dolphin/domain/documents/agreement-figures'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { documentText } from '@dolphin/domain/documents/testing/document-text'
import {
  adverseActionDocument,
  electronicRecordsTestDocument,
} from '@dolphin/domain/documents/notice-documents'
import { ACCENTS, LETTERS } from '@dolphin/domain/identity/printed-letters'
import { NAME_CORPUS } from '@dolphin/domain/identity/testing/name-corpus'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { sampleSignature } from '@dolphin/domain/documents/testing/sample-signature'
import { beforeAll, expect, test } from 'vitest'
import { runTool } from './outside-tool.ts'
import { CONTENT_WIDTH, createPen } from './pdf-pen.ts'
import { readPdfText, UnreadablePdf } from './pdf-text.ts'
import { renderPdf } from './render-pdf.ts'

const AT = new Date('2026-03-05T19:05:09Z')
const input = sampleAgreement()
const model = agreementDocument(input)
const squeezed = (text: string) => text.replaceAll(/\s+/g, '')
let pdf: Uint8Array

beforeAll(async () => {
  pdf = await renderPdf(model, AT)
})

test('the agreement is tagged PDF 1.7 with title and language (PDF/UA, WCAG 3.1.1)', () => {
  const { output } = runTool('pdfinfo', ['{a.pdf}'], { 'a.pdf': pdf })
  expect(output).toMatch(/Tagged:\s+yes/)
  expect(output).toMatch(/PDF version:\s+1\.7/)
  expect(output).toMatch(/Title:\s+Loan agreement – Sample Brand/)
  const raw = Buffer.from(pdf).toString('latin1')
  expect(raw).toContain('/Lang (en)')
  expect(raw).toContain('/DisplayDocTitle true')
  expect(raw).toContain('/Outlines')
  expect(raw).toContain('pdfuaid:part>1<')
})

test('its structure tree has headings, tables with heads, lists and paragraphs', () => {
  const { output } = runTool('pdfinfo', ['-struct-text', '{a.pdf}'], { 'a.pdf': pdf })
  for (const tag of ['H1', 'H2', 'H3', 'Table', 'Caption', 'TR', 'TH', 'TD', 'L', 'LI', 'LBody', 'P']) {
    expect(output).toMatch(new RegExp(`^\\s*${tag}\\b`, 'm'))
  }
  expect(output).toContain('/Scope /Column')
  expect(output).toContain('/Scope /Row')
  expect(output).not.toContain('Page 1 of')
})

test('pages are numbered in the language of the document', async () => {
  const numbers = async (language: 'en' | 'es') => {
    const pages = { 'a.pdf': await renderPdf({ ...model, language }, AT) }
    return runTool('pdftotext', ['-layout', '{a.pdf}', '-'], pages).output
  }
  expect(await numbers('en')).toContain('Page 1 of')
  expect(await numbers('es')).toContain('Página 1 de')
})

test("every figure stands in the text that somebody else's reader extracts", () => {
  const { output } = runTool('pdftotext', ['-layout', '{a.pdf}', '-'], { 'a.pdf': pdf })
  for (const figure of new Set(agreementFigures(input).values())) expect(output).toContain(figure)
})

test('domain.md §8: the figures read back from the bytes are the disclosure, to the cent', () => {
  const read = readAgreementFigures(readPdfText(pdf))
  expect(differingFigures(agreementFigures(input), read)).toEqual([])
  expect(read.get('apr')).toBe('258.32%')
  expect(read.size).toBe(9 + 7 * 13)
})

test('domain.md §8: one cent, one day or one digit elsewhere is found', async () => {
  const text = JSON.stringify(model)
  for (const [from, to, name] of [
    ['$926.00', '$926.01', 'totalOfPayments'],
    ['258.32%', '258.23%', 'apr'],
    ['04/03/2026', '04/04/2026', 'payment 2 due'],
    ['$480.27', '$480.72', 'payment 1 balance'],
  ] as const) {
    const altered = JSON.parse(text.replaceAll(from, to)) as DocumentModel
    const read = readAgreementFigures(readPdfText(await renderPdf(altered, AT)))
    expect(differingFigures(agreementFigures(input), read)).toContain(name)
  }
})

test('the PDF says what the model says, in the same order, and nothing else', async () => {
  const documents = [
    model,
    electronicRecordsTestDocument({ lender: input.lender, code: 'K7M2QX' }),
    adverseActionDocument({
      lender: input.lender,
      federalAgency: { name: 'Federal Trade Commission', address: 'Washington, DC 20580' },
      applicant: { name: 'Pat Example' },
      loanNo: '118-0000017',
      decisionDate: input.documentDate,
      reasons: ['Income insufficient for amount of credit requested'],
      improvements: ['Ask for a smaller amount.'],
    }),
  ]
  for (const document of documents) {
    const texts = readPdfText(await renderPdf(document, AT))
    expect(texts.map(squeezed)).toEqual(documentText(document).map(squeezed))
  }
})

test('a table over several pages repeats its heads as decoration and keeps every row whole', async () => {
  const rows = Array.from({ length: 90 }, (_, index) => [
    String(index + 1),
    'a longer cell '.repeat(1 + (index % 9)),
  ])
  const columns = [
    { label: 'Number', align: 'start', share: 1 },
    { label: 'Text', align: 'start', share: 2 },
  ] as const
  const long: DocumentModel = { ...model, blocks: [{ kind: 'table', caption: 'Long', columns, rows }] }
  const bytes = await renderPdf(long, AT)
  expect(readPdfText(bytes).map(squeezed)).toEqual(documentText(long).map(squeezed))
  const { output } = runTool('pdftotext', ['{a.pdf}', '-'], { 'a.pdf': bytes })
  expect(output.match(/Number/g)?.length).toBeGreaterThan(2)
})

test('the same model at the same instant gives the same bytes, so that a hash can be agreed to', async () => {
  expect(Buffer.from(await renderPdf(model, AT)).equals(Buffer.from(pdf))).toBe(true)
})

test('a drawn mark is a figure with a text for those who cannot see it', async () => {
  const strokes = [
    [
      { x: 0, y: 0 },
      { x: 100, y: 40 },
    ],
    [{ x: 50, y: 20 }],
  ]
  const mark = { kind: 'drawn', width: 200, height: 80, strokes } as const
  const signature = sampleSignature({ mark, signedAt: AT })
  const signed = await renderPdf(agreementDocument(sampleAgreement({ signature })), AT)
  const { output } = runTool('pdfinfo', ['-struct', '{a.pdf}'], { 'a.pdf': signed })
  expect(output).toMatch(/Figure/)
  expect(readPdfText(signed).some((text) => text.includes('2:05:09 PM New York time'))).toBe(true)
  const pages = runTool('pdftotext', ['{a.pdf}', '-'], { 'a.pdf': signed }).output.split('\f')
  expect(pages.some((page) => page.trimStart().startsWith('Record of this signing'))).toBe(true)
})

test('bytes that are no PDF of ours are refused by the reader', () => {
  expect(() => readPdfText(new TextEncoder().encode('%PDF-1.7 nothing'))).toThrow(UnreadablePdf)
  expect(() => readPdfText(pdf.subarray(0, 20_000))).toThrow(UnreadablePdf)
})

const named = (name: string): DocumentModel =>
  agreementDocument({ ...input, borrower: { ...input.borrower, name } })

test('every name of the corpus is printed whole (design/domain.md §14 "Names")', async () => {
  const names = NAME_CORPUS.map(({ written }) => written)
  const read = readPdfText(await renderPdf(named(names.join(' ')), AT))
    .join(' ')
    .normalize('NFC')
  for (const name of names) expect(squeezed(read)).toContain(squeezed(name.normalize('NFC')))
})

/** The characters of a class. */
const charactersOf = (characterClass: string): string[] => {
  const wanted = new RegExp(`[${characterClass}]`, 'u')
  return Array.from({ length: 0x20_00 }, (_, codePoint) => String.fromCodePoint(codePoint)).filter(
    (character) => wanted.test(character),
  )
}

test('every letter and accent that a name may have is printed, in each font (design/domain.md §14 "Names")', () => {
  const letters = charactersOf(LETTERS)
  expect(letters.length).toBeGreaterThan(700)
  const accented = charactersOf(ACCENTS).map((accent) => `e${accent}`)
  const text = [...letters, ...accented].join(' ')
  for (const font of ['regular', 'bold', 'script'] as const) {
    const pen = createPen('Letters', 'en', AT)
    pen.newPage()
    const width = CONTENT_WIDTH
    expect(() =>
      pen.decorate(() => pen.write(text, { x: 54, y: 54, width }, { font, size: 8 })),
    ).not.toThrow()
  }
})

test('what people wrote is quoted whole: a character that the font lacks stands as its number', async () => {
  const quoting = { ...named('Zoë 👍 陳'), quotesPeople: true } as const
  expect(readPdfText(await renderPdf(quoting, AT)).join(' ')).toContain('Zoë [U+1F44D] [U+9673]')
})

test('a character that the font lacks fails the document instead of printing a box', async () => {
  await expect(async () => renderPdf(named('陳 明華'), AT)).rejects.toThrow('the font has no glyph for "陳"')
})
