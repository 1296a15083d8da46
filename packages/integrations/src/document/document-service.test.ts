import { agreementDocument } from '@dolphin/domain/documents/agreement'
import { agreementFigures } from '@dolphin/domain/documents/agreement-figures'
import { sampleAgreement } from '@dolphin/domain/documents/sample-agreement'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildDocumentWorker } from './build-document-worker.ts'
import { createDocumentService, type DocumentService } from './document-service.ts'
import { createSealIdentity } from './seal-identity.ts'
import { DocumentFailure } from '../worker/worker-pool.ts'

const AT = new Date('2026-03-05T19:05:09Z')
const input = sampleAgreement()
const model = agreementDocument(input)
let workerPath: string
let service: DocumentService

beforeAll(async () => {
  workerPath = await buildDocumentWorker()
  service = createDocumentService({ workerPath, workers: 2 })
}, 60_000)
afterAll(() => service.close())

test('an agreement is rendered, read back, sealed and verified in the worker', async () => {
  const rendered = await service.renderAgreement(model, agreementFigures(input), AT)
  expect(rendered.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(await service.readFigures(rendered.pdf)).toEqual(agreementFigures(input))
  const identity = createSealIdentity('Sample Lender LLC', AT)
  const about = {
    reason: 'Sample',
    name: 'Sample Lender LLC',
    contact: 'help@example.com',
    location: 'Dover',
  }
  const sealed = await service.seal(rendered.pdf, { identity, at: AT, ...about })
  expect(await service.verify(sealed.pdf, [identity.certificatePem])).toMatchObject({
    valid: true,
    signedAt: AT,
  })
})

test('domain.md §8: an agreement whose figures are not the disclosure is never handed out', async () => {
  const other = new Map(agreementFigures(input)).set('apr', '258.33%')
  await expect(service.renderAgreement(model, other, AT)).rejects.toThrow('differs in: apr')
})

test('many documents at once come back each to its own caller', async () => {
  const models = Array.from({ length: 12 }, (_, index) => ({
    ...model,
    title: `Number ${index}`,
    blocks: [],
  }))
  const alone = await Promise.all(models.map((one) => service.render(one, AT)))
  expect(new Set(alone.map(({ sha256 }) => sha256)).size).toBe(models.length)
  expect((await service.render(models[3] ?? model, AT)).sha256).toBe(alone[3]?.sha256)
})

test('a failed task does not affect other tasks, and a closed service refuses', async () => {
  const other = createDocumentService({ workerPath })
  await expect(other.readFigures(new Uint8Array([1, 2, 3]))).rejects.toBeInstanceOf(DocumentFailure)
  expect((await other.render({ ...model, blocks: [] }, AT)).pdf.length).toBeGreaterThan(1_000)
  await other.close()
  await expect(other.render(model, AT)).rejects.toBeInstanceOf(DocumentFailure)
})

test('a worker that cannot start fails its task instead of keeping it waiting', async () => {
  const broken = createDocumentService({ workerPath: '/nonexistent/document-worker.mjs' })
  await expect(broken.render(model, AT)).rejects.toBeInstanceOf(DocumentFailure)
  await broken.close()
})
