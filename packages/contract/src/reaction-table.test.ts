import { expect, test } from 'vitest'
import { ERROR_PAGE_CODE, REACTIONS, SUCCESS_CODE } from './reaction-table.ts'
import { reactionRows } from './reaction-table-text.ts'
import * as catalog from './response-codes.ts'

test("the browser's reaction table equals the catalog (product.md §8)", () => {
  expect(REACTIONS).toEqual(reactionRows())
  expect(SUCCESS_CODE).toBe(catalog.SUCCESS_CODE)
  expect(ERROR_PAGE_CODE).toBe(catalog.ERROR_PAGE_CODE)
})
