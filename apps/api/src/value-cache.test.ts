import { ReviewStatus } from '@dolphin/domain/loans/codes'
import { expect, test } from 'vitest'
import { ValueCache } from './value-cache.ts'

test('a value comes again only where all that it was made of is the same', () => {
  const cache = new ValueCache<string>(100)
  const brand = {}
  cache.store('118 1', [brand, 20_000, '[1,"a"]', null], 'one')
  expect(cache.find('118 1', [brand, 20_000, '[1,"a"]', null])).toBe('one')
  expect(cache.find('118 1', [brand, ReviewStatus.customer, '[1,"a"]', null])).toBeUndefined()
  expect(cache.find('118 1', [brand, 20_000, '[1,"b"]', null])).toBeUndefined()
  expect(cache.find('118 1', [{}, 20_000, '[1,"a"]', null])).toBeUndefined()
  expect(cache.find('118 1', [brand, 20_000, '[1,"a"]'])).toBeUndefined()
  expect(cache.find('118 2', [brand, 20_000, '[1,"a"]', null])).toBeUndefined()
})

test('a new value takes the place of the old one', () => {
  const cache = new ValueCache<string>(100)
  cache.store('118 1', ['before'], 'old')
  cache.store('118 1', ['after'], 'new')
  expect(cache.find('118 1', ['before'])).toBeUndefined()
  expect(cache.find('118 1', ['after'])).toBe('new')
})

test('beyond the limit the value that was asked for longest ago goes', () => {
  const cache = new ValueCache<number>(2)
  cache.store('a', [], 1)
  cache.store('b', [], 2)
  cache.find('a', [])
  cache.store('c', [], 3)
  expect(['a', 'b', 'c'].map((key) => cache.find(key, []))).toEqual([1, undefined, 3])
})

test('what is asked for again stays while others come and go, and what is not goes', () => {
  const cache = new ValueCache<number>(10)
  cache.store('asked', [], 0)
  cache.store('not asked', [], 0)
  for (let other = 0; other < 100; other += 1) {
    cache.store(`other ${other}`, [], other)
    expect(cache.find('asked', [])).toBe(0)
  }
  expect(cache.find('not asked', [])).toBeUndefined()
  const others = Array.from({ length: 100 }, (_, other) => cache.find(`other ${other}`, []))
  expect(others.filter((value) => value !== undefined).length).toBeLessThan(10)
})

test('a value in the place of an older one is found after others came', () => {
  const cache = new ValueCache<string>(4)
  cache.store('118 1', ['before'], 'old')
  cache.store('118 2', [], 'another')
  cache.store('118 1', ['after'], 'new')
  cache.store('118 3', [], 'a third')
  expect(cache.find('118 1', ['before'])).toBeUndefined()
  expect(cache.find('118 1', ['after'])).toBe('new')
})
