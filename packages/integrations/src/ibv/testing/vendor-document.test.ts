import { expect, test } from 'vitest'
import { shapesOf, violations } from './openapi-shape.ts'
import { documentFile, readDocument, type Vendor, vendorShapes } from './vendor-document.ts'

/** Vendors whose published document lies on this machine (PLAID_OPENAPI, MX_OPENAPI); see docs/guides/income-verification.md. */
const atHand = (['plaid', 'mx'] as const).flatMap((vendor: Vendor) => {
  const file = documentFile(vendor)
  return file === undefined ? [] : [{ vendor, file }]
})

test('every operation of both vendors has its shapes, and a reference to itself ends', () => {
  expect(Object.keys(vendorShapes('plaid'))).toHaveLength(17)
  expect(Object.keys(vendorShapes('mx'))).toHaveLength(13)
  const document = {
    paths: { '/a': { get: { responses: { 200: { content: { json: { schema: { $ref: '#/x' } } } } } } } },
    x: {
      type: 'object',
      required: ['self'],
      properties: { self: { $ref: '#/x' }, more: { type: 'string' } },
    },
  }
  expect(shapesOf(document, ['GET /a'], () => false)['GET /a']?.response).toEqual({
    type: 'object',
    required: ['self'],
    properties: { self: {} },
  })
})

test('what is missing, of another type, not listed or not documented is named by its place', () => {
  const shape = {
    type: 'object',
    required: ['a', 'd'],
    properties: {
      a: { type: 'array', items: { type: 'integer' } },
      b: { type: 'string', nullable: true, enum: ['x'] },
      c: { type: 'boolean' },
      d: { type: 'number' },
    },
  } as const
  expect(violations({ a: [1], b: null, d: 0.5 }, shape, 'v')).toEqual([])
  expect(violations({ a: [1.5], b: 'y', c: null, e: 1 }, shape, 'v')).toEqual([
    'v.d is missing',
    'v.a[0] is no integer',
    'v.b is none of x',
    'v.c is null',
    'v.e is not documented',
  ])
  expect(violations('text', shape, 'v')).toEqual(['v is no object'])
})

test.each(atHand)('the digest of $vendor is what its document says', async ({ vendor, file }) => {
  const digest = `${JSON.stringify(readDocument(vendor, file, 'used'), null, 1)}\n`
  await expect(digest).toMatchFileSnapshot(`vectors/${vendor}-digest.json`)
})
