import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { CarriedValue } from './carried-value.ts'

describe('a value that work carries along', () => {
  test('is there in all that the work awaits, and nowhere else', async () => {
    const carried = new CarriedValue<string>()
    const seen = async () => {
      await setImmediate()
      return carried.get()
    }
    expect(await Promise.all([carried.run('one', seen), seen(), carried.run('two', seen)])).toEqual([
      'one',
      undefined,
      'two',
    ])
    expect(carried.get()).toBeUndefined()
  })

  test('is the one of the innermost work, even where that carries nothing', () => {
    const carried = new CarriedValue<string | undefined>()
    carried.run('outer', () => {
      expect(carried.run('inner', () => carried.get())).toBe('inner')
      expect(carried.run(undefined, () => carried.get())).toBeUndefined()
      expect(carried.get()).toBe('outer')
    })
  })

  test('stands beside others', () => {
    const [left, right] = [new CarriedValue<string>(), new CarriedValue<number>()]
    const both = () => [left.get(), right.get()]
    expect(left.run('l', () => right.run(1, both))).toEqual(['l', 1])
    expect(right.run(1, () => left.run('l', both))).toEqual(['l', 1])
    expect(left.run('l', both)).toEqual(['l', undefined])
  })

  test('writes nothing more onto promises however many there are', () => {
    const marks = () => Object.getOwnPropertySymbols(Promise.resolve()).length
    const first = new CarriedValue<number>().run(0, marks)
    for (let more = 1; more < 20; more += 1) expect(new CarriedValue<number>().run(more, marks)).toBe(first)
  })
})
