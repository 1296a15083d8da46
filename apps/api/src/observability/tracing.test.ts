import { expect, test } from 'vitest'
import { quietTracing } from './tracing.ts'

test('without a collector work runs as it is, and no line of the log leads to a trace', async () => {
  const span = quietTracing.begin('GET getForm', { 'http.request.method': 'GET' })
  expect(span.traceId).toBeUndefined()
  expect(span.within(() => 118)).toBe(118)
  span.end({ 'http.response.status_code': 200 })
  expect(await quietTracing.part('unit of work', {}, () => Promise.resolve('done'))).toBe('done')
  const failure = new RangeError('as it came')
  await expect(quietTracing.span('job', {}, () => Promise.reject(failure))).rejects.toBe(failure)
  await quietTracing.close()
})
