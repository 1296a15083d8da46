import { agreementDocument } from '@dolphin/domain/document/agreement'
import { agreementFigures } from '@dolphin/domain/document/agreement-figures'
import { documentText } from '@dolphin/domain/document/document-text'
import { sampleAgreement, sampleSignature } from '@dolphin/domain/document/sample-agreement'
import { expect, test } from 'vitest'
import { escapeHtml } from './escape-html.ts'
import { renderHtml } from './render-html.ts'

const input = sampleAgreement()

test('the page says every word of the model, in the same order', () => {
  const model = agreementDocument(input)
  const html = renderHtml(model)
  let from = 0
  for (const text of documentText(model)) {
    const at = html.indexOf(`>${escapeHtml(text)}<`, from)
    expect(at, text).toBeGreaterThanOrEqual(from)
    from = at
  }
  for (const figure of agreementFigures(input).values()) expect(html).toContain(figure)
})

test('tables have captions and heads, the box is a named region, languages are marked', () => {
  const html = renderHtml(agreementDocument(input))
  expect(html).toContain('<article class="document" lang="en">')
  expect(html).toContain('<th scope="col"')
  expect(html).toContain('<th scope="row"')
  expect(html).toContain('<caption>')
  expect(html).toContain('<h2 lang="es">')
  expect(html.match(/class="document-stands-out"/g)).toHaveLength(2)
})

test('T13: names and texts cannot become markup', () => {
  const evil = '<img src=x onerror="alert(1)">'
  const borrower = { ...input.borrower, name: evil }
  const mark = { kind: 'typed', text: evil } as const
  const steps = [{ kind: 'signed', at: new Date(0), ip: evil, userAgent: evil }] as const
  const signature = {
    ...sampleSignature({ mark, shownSha256: evil, requestCode: evil }),
    steps,
    consents: [evil],
  }
  const html = renderHtml(agreementDocument(sampleAgreement({ borrower, signature })))
  expect(html).not.toContain('<img')
  expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
})
