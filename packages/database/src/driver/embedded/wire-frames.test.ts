import { expect, test } from 'vitest'
import { batchLength, isTerminate, simpleQuery, startupAnswer, startupLength } from './wire-frames.ts'

const parse = Buffer.from([0x50, 0, 0, 0, 8, 0x31, 0, 0, 0])
const sync = Buffer.from([0x53, 0, 0, 0, 4])

test('a batch ends with the last message that asks for an answer (PostgreSQL message flow)', () => {
  expect(batchLength(Buffer.alloc(0))).toBe(0)
  expect(batchLength(parse)).toBe(0)
  expect(batchLength(Buffer.concat([parse, sync]))).toBe(14)
  expect(batchLength(Buffer.concat([parse, sync, parse]))).toBe(14)
  expect(batchLength(Buffer.concat([parse, sync, parse, sync]))).toBe(28)
  expect(batchLength(simpleQuery('select 1'))).toBe(simpleQuery('select 1').length)
})

test('a batch cut anywhere waits for its rest', () => {
  const whole = Buffer.concat([parse, sync])
  for (let length = 0; length < whole.length; length += 1) {
    expect(batchLength(whole.subarray(0, length)), `${length} bytes`).toBe(0)
  }
})

test('a start-up message has no type byte and waits until it is whole', () => {
  const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0])
  expect(startupLength(startup.subarray(0, 3))).toBeUndefined()
  expect(startupLength(startup.subarray(0, 8))).toBeUndefined()
  expect(startupLength(startup)).toBe(9)
})

test('the answer to a start-up is authentication, encoding, ready', () => {
  const answer = startupAnswer()
  expect(String.fromCharCode(answer.readUInt8(0))).toBe('R')
  expect(answer.subarray(-6)).toEqual(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))
  expect(isTerminate(Buffer.from([0x58, 0, 0, 0, 4]))).toBe(true)
  expect(isTerminate(sync)).toBe(false)
})
