import { expect, test } from 'vitest'
import { KeptValues } from './kept-values.ts'

test('a value comes again only where all that it was made of is the same', () => {
  const kept = new KeptValues<string>(100)
  const brand = {}
  kept.keep('118 1', [brand, 20_000, '[1,"a"]', null], 'one')
  expect(kept.find('118 1', [brand, 20_000, '[1,"a"]', null])).toBe('one')
  expect(kept.find('118 1', [brand, 20_001, '[1,"a"]', null])).toBeUndefined()
  expect(kept.find('118 1', [brand, 20_000, '[1,"b"]', null])).toBeUndefined()
  expect(kept.find('118 1', [{}, 20_000, '[1,"a"]', null])).toBeUndefined()
  expect(kept.find('118 1', [brand, 20_000, '[1,"a"]'])).toBeUndefined()
  expect(kept.find('118 2', [brand, 20_000, '[1,"a"]', null])).toBeUndefined()
})

test('a new value takes the place of the old one', () => {
  const kept = new KeptValues<string>(100)
  kept.keep('118 1', ['before'], 'old')
  kept.keep('118 1', ['after'], 'new')
  expect(kept.find('118 1', ['before'])).toBeUndefined()
  expect(kept.find('118 1', ['after'])).toBe('new')
})

test('beyond the limit the value that was asked for longest ago goes', () => {
  const kept = new KeptValues<number>(2)
  kept.keep('a', [], 1)
  kept.keep('b', [], 2)
  kept.find('a', [])
  kept.keep('c', [], 3)
  expect(['a', 'b', 'c'].map((key) => kept.find(key, []))).toEqual([1, undefined, 3])
})

test('what is asked for again stays while others come and go, and what is not goes', () => {
  const kept = new KeptValues<number>(10)
  kept.keep('asked', [], 0)
  kept.keep('not asked', [], 0)
  for (let other = 0; other < 100; other += 1) {
    kept.keep(`other ${other}`, [], other)
    expect(kept.find('asked', [])).toBe(0)
  }
  expect(kept.find('not asked', [])).toBeUndefined()
  const others = Array.from({ length: 100 }, (_, other) => kept.find(`other ${other}`, []))
  expect(others.filter((value) => value !== undefined).length).toBeLessThan(10)
})

test('a value in the place of an older one is found after others came', () => {
  const kept = new KeptValues<string>(4)
  kept.keep('118 1', ['before'], 'old')
  kept.keep('118 2', [], 'another')
  kept.keep('118 1', ['after'], 'new')
  kept.keep('118 3', [], 'a third')
  expect(kept.find('118 1', ['before'])).toBeUndefined()
  expect(kept.find('118 1', ['after'])).toBe('new')
})
